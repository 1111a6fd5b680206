"""A gate in front of a server: it can be shut, which ends all that passes, or be slow."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import closing, suppress
from typing import Any

PATIENCE = 30.0


class Gate:
    """Pass bytes from `port` on to a server's port, in a thread of its own; `delay` in seconds."""

    def __init__(self, to_port: int) -> None:
        self.delay = 0.0
        self._to_port = to_port
        self._is_shut = False
        self._passing: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = int(self._server.sockets[0].getsockname()[1])

    def shut(self) -> None:
        """End what passes, in the midst of a word, and let nothing pass, as a dead server does."""
        self._is_shut = True
        self._run(self._end_all())

    def open(self) -> None:
        """Let everything pass again."""
        self._is_shut = False

    def close(self) -> None:
        """End it."""
        self._server.close()
        self.shut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _run(self, work: Coroutine[None, None, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _end_all(self) -> None:
        while passing := list(self._passing):
            for task in passing:
                task.cancel()
            await asyncio.gather(*passing, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._serve(reader, writer))
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError):
            if self._is_shut:
                return
            there, back = await asyncio.open_connection("127.0.0.1", self._to_port)
            with closing(back):
                ways = {
                    asyncio.ensure_future(self._pass(reader, back)),
                    asyncio.ensure_future(self._pass(there, writer)),
                }
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while part := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(part)
            await writer.drain()
