#if os(Linux)
    import Foundation

    /// A server of streams that others have written: aiohttp from PyPI, installed by
    ///
    ///     /usr/bin/python3 -m pip install --target .build/oracles aiohttp
    ///
    /// `/events` sends three events behind the one that `Last-Event-ID` names, ends every other response regularly,
    /// cuts off the rest, and answers 204 after the last event. `/lines` sends JSON lines, `/answer` an answer of
    /// a language model, and `/socket` echoes the messages of a WebSocket.
    package final class PythonStreams: Sendable {
        package static let isInstalled =
            ServerProcess.exists("python3") && access("\(HTTPBin.packages)/aiohttp/__init__.py", F_OK) == 0

        package static let lastEvent = 30

        package let port: Int
        private let process: ServerProcess

        package init() async throws {
            (process, port) = try await ServerProcess.startPython(Self.program, ["\(Self.lastEvent)"])
        }

        package func url(_ path: String, scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

        private static let program = """
            import asyncio
            import json
            import sys
            sys.path.insert(0, sys.argv[1])
            from aiohttp import WSMsgType, web

            LAST = int(sys.argv[2])

            def event(number):
                return f"id: {number}\\r\\nevent: add\\ndata: {number}\\rdata: b\\n\\n".encode()

            async def stream(request, kind):
                response = web.StreamResponse(headers={"Content-Type": kind})
                await response.prepare(request)
                return response

            async def events(request):
                begin = int(request.headers.get("Last-Event-ID", "0"))
                if begin >= LAST:
                    return web.Response(status=204)
                response = await stream(request, "text/event-stream; charset=utf-8")
                await response.write(b"retry: 100\\n: hello\\n")
                for number in range(begin + 1, begin + 4):
                    for piece in event(number).split(b"d"):
                        await response.write(piece if piece.startswith(b"i") else b"d" + piece)
                if begin % 2:
                    request.transport.abort()
                return response

            async def answer(request):
                prompt = (await request.json())["prompt"]
                response = await stream(request, "text/event-stream")
                for word in prompt.split():
                    await response.write(f"data: {json.dumps(dict(text=word))}\\n\\n".encode())
                await response.write(b"data: [DONE]\\n\\n")
                await asyncio.sleep(3600)

            async def lines(request):
                response = await stream(request, "application/x-ndjson")
                for number in range(1000):
                    await response.write(json.dumps(number).encode() + b"\\r\\n")
                return response

            async def socket(request):
                socket = web.WebSocketResponse(max_msg_size=0, protocols=["v2", "v1"])
                await socket.prepare(request)
                async for message in socket:
                    if message.type == WSMsgType.TEXT and message.data == "close":
                        await socket.close(code=4000, message=b"as asked")
                    elif message.type == WSMsgType.TEXT and message.data == "extensions":
                        await socket.send_str("permessage-deflate" if socket.compress else "")
                    elif message.type == WSMsgType.TEXT:
                        await socket.send_str(message.data)
                    elif message.type == WSMsgType.BINARY:
                        await socket.ping(b"before")
                        await socket.send_bytes(message.data)
                return socket

            async def main():
                app = web.Application()
                app.add_routes([web.get("/events", events), web.post("/answer", answer)])
                app.add_routes([web.get("/lines", lines), web.get("/socket", socket)])
                runner = web.AppRunner(app)
                await runner.setup()
                site = web.TCPSite(runner, "127.0.0.1", 0)
                await site.start()
                print("listens at", runner.addresses[0][1], flush=True)
                await asyncio.get_running_loop().create_future()

            asyncio.run(main())
            """
    }
#endif
