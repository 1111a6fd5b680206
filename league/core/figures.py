"""What a process counts of its own work, for `/metrics`; nothing in it names a person.

Where PROMETHEUS_MULTIPROC_DIR names a directory, all processes of the machine count together.
"""

from prometheus_client import Gauge, Histogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Histogram(
    "menagerie_request_seconds",
    "How long answers took, by view.",
    ("view", "method", "status"),
    buckets=SECONDS,
)
TASKS = Histogram(
    "menagerie_task_seconds",
    "How long tasks took, by how they ended.",
    ("task", "state"),
    buckets=SECONDS,
)
STREAMS = Gauge(
    "menagerie_streams",
    "Open pages that hear of news.",
    multiprocess_mode="livesum",
)
