import Hummingbird
import Logging

/// A server that answers `GET /`.
public enum Server {
    /// Serves while `body` runs.
    ///
    /// - Parameters:
    ///   - delay: The time until an answer.
    ///   - body: Receives the URL of the server.
    /// - Throws: The error of the server or of `body`.
    public static func serving(
        after delay: Duration = .zero,
        _ body: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        var logger = Logger(label: "Adoption")
        logger.logLevel = .critical
        let router = Router()
        router.get("/") { (_: Request, _: BasicRequestContext) in
            try await Task.sleep(for: delay)
            return Response(status: .ok)
        }
        let (urls, url) = AsyncStream.makeStream(of: String.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { url.yield("http://127.0.0.1:\($0.localAddress?.port ?? 0)/") },
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await url in urls.prefix(1) { try await body(url) }
            group.cancelAll()
        }
    }
}
