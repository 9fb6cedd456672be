#if os(Linux)
    import Foundation

    /// A WebSocket server that others have written: websockets from PyPI, installed by
    ///
    ///     /usr/bin/python3 -m pip install --target .build/oracles websockets
    ///
    /// It echoes messages, and knows the texts "fragments", "ping", "close", "die", and "extensions", which it answers
    /// otherwise. Under the path of ``drive(_:count:byteCount:frameByteCount:)`` it sends messages, and compares what
    /// comes back.
    package final class PythonWebSockets: Sendable {
        package static let isInstalled =
            ServerProcess.exists("python3") && access("\(HTTPBin.packages)/websockets/__init__.py", F_OK) == 0

        private let port: Int
        private let process: ServerProcess

        package init() async throws {
            (process, port) = try await ServerProcess.startPython(Self.program)
        }

        package var url: String { "ws://127.0.0.1:\(port)/" }

        /// The URL of a connection that sends messages, one after the other, and is closed with 1000 if all have come
        /// back.
        ///
        /// - Parameters:
        ///   - kind: `text` or `data`.
        ///   - count: How many messages.
        ///   - byteCount: The size of each.
        ///   - frameByteCount: The size of the frames; 0 for one frame.
        package func drive(_ kind: String, count: Int, byteCount: Int, frameByteCount: Int = 0) -> String {
            url + "drive/\(kind)/\(count)/\(byteCount)/\(frameByteCount)"
        }

        private static let program = """
            import asyncio
            import sys
            sys.path.insert(0, sys.argv[1])
            from websockets.asyncio.server import serve

            async def drive(socket, kind, count, size, frame):
                message = "*\\u00b5" * (size // 3) if kind == "text" else bytes(range(256)) * (size // 256)
                frames = message
                if frame:
                    frames = [message[at:at + frame] for at in range(0, len(message), frame)]
                for _ in range(count):
                    await socket.send(frames)
                    if await socket.recv() != message:
                        return await socket.close(4001, "another message")

            async def handle(socket):
                path = socket.request.path.split("/")
                if path[1] == "drive":
                    return await drive(socket, path[2], *map(int, path[3:]))
                async for message in socket:
                    if message == "fragments":
                        await socket.send(["a", "b", "", "c"])
                    elif message == "ping":
                        pong = await socket.ping("payload")
                        await pong
                        await socket.send("ponged")
                    elif message == "close":
                        await socket.close(4000, "as asked")
                    elif message == "die":
                        socket.transport.abort()
                    elif message == "extensions":
                        await socket.send(" ".join(extension.name for extension in socket.protocol.extensions))
                    else:
                        await socket.send(message)

            async def main():
                options = dict(max_size=None, ping_interval=None, subprotocols=["v2", "v1"])
                async with serve(handle, "127.0.0.1", 0, **options) as server:
                    print("listens at", server.sockets[0].getsockname()[1], flush=True)
                    await asyncio.get_running_loop().create_future()

            asyncio.run(main())
            """
    }
#endif
