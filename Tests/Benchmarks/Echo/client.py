"""The client of `websockets` from PyPI: client.py <url> <messages in flight> <messages>

Prints the microseconds that a message took, and those of processor time.
"""
import asyncio
import sys
import time

from websockets.asyncio.client import connect


async def main(url, flight, total):
    message = "a" * 100
    async with connect(url, compression=None, ping_interval=None) as socket:
        begun, used = time.monotonic(), time.process_time()
        for _ in range(flight):
            await socket.send(message)
        for number in range(total):
            assert len(await socket.recv()) == len(message)
            if number + flight < total:
                await socket.send(message)
        elapsed, work = time.monotonic() - begun, time.process_time() - used
        print(f"{elapsed / total * 1e6:.2f} {work / total * 1e6:.2f}")


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
