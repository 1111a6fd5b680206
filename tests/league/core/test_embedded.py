import asyncio
import socket

from league.core.embedded import open_port


async def _accepted(listener: socket.socket) -> list[int]:
    """Return whether a connection that asyncio takes sends at once."""
    options: list[int] = []

    async def note(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taken = writer.get_extra_info("socket")
        options.append(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    server = await asyncio.start_server(note, sock=listener)
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1])
    await reader.read()
    writer.close()
    server.close()
    await server.wait_closed()
    return options


def test_an_answer_is_sent_without_waiting_for_what_was_sent_before() -> None:
    assert asyncio.run(_accepted(open_port(0))) == [1]
