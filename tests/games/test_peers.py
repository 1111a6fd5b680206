import sys
from pathlib import Path

import pytest

from games.commands.peers import peers

LIBRARIES = {
    "pyspiel": """
class State:
    def __init__(self, dealt, left):
        self.dealt, self.left = dealt, left
    def clone(self):
        return State(self.dealt, self.left)
    def is_chance_node(self):
        return self.dealt < 3
    def chance_outcomes(self):
        return [(card, 0.25) for card in range(4)]
    def is_terminal(self):
        return self.left == 0
    def legal_actions(self):
        assert self.dealt == 3, "An action is asked for before all cards are dealt."
        return [7, 8]
    def apply_action(self, action):
        if self.is_chance_node():
            assert action in range(4)
            self.dealt += 1
        else:
            assert action in (7, 8)
            self.left -= 1
class Game:
    def __init__(self, decisions):
        self.decisions = decisions
    def new_initial_state(self):
        return State(0, self.decisions)
def load_game(name):
    return Game({"hearts": 52}[name])
""",
    "rlcard": """
class Game:
    def __init__(self, listed, decisions):
        self.listed, self.decisions = listed, decisions
    def init_game(self):
        self.left = self.decisions
        return {self.listed: ["pass", "play"]}, 0
    def is_over(self):
        return self.left == 0
    def step(self, action):
        assert action in ("pass", "play")
        self.left -= 1
        return {self.listed: ["pass", "play"]}, 1
class Environment:
    def __init__(self, game):
        self.game = game
def make(name, config):
    return Environment(Game(*{"uno": ("legal_actions", 30), "doudizhu": ("actions", 40)}[name]))
""",
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory that is the only one from which modules are imported."""
    for library in LIBRARIES:
        monkeypatch.delitem(sys.modules, library, raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def test_no_peer_is_measured_where_none_is_installed(install: Path) -> None:
    assert list(peers(1)) == []


@pytest.mark.parametrize(
    ("library", "measured"),
    [
        ("pyspiel", {"peer/open_spiel-hearts": 3 * 52}),
        ("rlcard", {"peer/rlcard-uno": 3 * 30, "peer/rlcard-doudizhu": 3 * 40}),
    ],
)
def test_installed_peer_plays_whole_hands_and_counts_their_decisions(
    install: Path, library: str, measured: dict[str, int]
) -> None:
    (install / f"{library}.py").write_text(LIBRARIES[library])
    found = list(peers(3))
    assert library not in sys.modules
    assert {name: work() for name, work in found} == measured
    assert {name: work() for name, work in found} == measured
