#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Ranges and conditional requests with an independent server.
    @Suite(.enabled(if: Nginx.isInstalled)) struct NginxTransferTests {
        private static let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 17 &+ $0 >> 9) })

        private let certificates: Certificates
        private let folder: Folder
        private let network: Network

        init() async throws {
            certificates = try await Certificates.made()
            folder = try Folder()
            var configuration = SocketTransport.Configuration()
            configuration.tls.trust = .file(certificates.authority.certificate)
            network = Network(
                configuration: .patient,
                transport: try SocketTransport(configuration),
                scheduler: ImmediateScheduler()
            )
        }

        private func server(_ directives: String = "") async throws -> Nginx {
            let locations = """
                gzip on; gzip_types application/octet-stream; gzip_min_length 1;
                location /files/ { root .; default_type application/octet-stream; \(directives) }
                location /slow/ { alias files/; limit_rate 300k; \(directives) }
                """
            let nginx = try await Nginx(certificates["server"], "ssl", locations)
            try nginx.serve(Self.body, at: "/a")
            return nginx
        }

        private func destination() -> Destination { .file(folder.file("a")).resumable() }

        /// Receives a part of the file and cancels.
        private func breakOff(_ request: Request) async throws -> Int64 {
            // The callback runs on the delivering thread, so that a busy pool does not receive the whole file first.
            let progress = try await network.download(request, to: destination(), scheduler: ImmediateScheduler())
                .onlyProgress().filter { $0.byteCount > 100_000 }.take(first: 1).value()
            #expect(progress.totalByteCount == Int64(Self.body.count))
            // The writing thread finishes first.
            for _ in 0..<100 { await Task.yield() }
            return destination().resumptionToken(for: request)?.totalByteCount ?? 0
        }

        private func finish(_ request: Request) async throws -> DownloadedFile {
            // A canceled download may not have closed its file yet.
            for _ in 0..<1_000 {
                do {
                    return try await network.download(request, to: destination()).onlyValue().value()
                } catch let error as OperationError {
                    guard case .alreadyInProgress? = error.cause(as: TransferError.self) else { throw error }
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            throw OperationError.missingData
        }

        @Test(arguments: ["", "etag off;"])
        func anInterruptedDownloadRequestsOnlyTheRest(directives: String) async throws {  // F-17
            let nginx = try await server(directives)
            try nginx.age("/a")
            let request = Request.get(nginx.url("/slow/a"))
            #expect(try await breakOff(request) == Int64(Self.body.count))
            let file = try await finish(.get(nginx.url("/slow/a")))
            #expect(file.resumedByteCount > 100_000)
            #expect(file.statusCode == 206)
            #expect(folder.contents(of: "a") == Self.body)
            #expect(folder.names == ["a"])
            #expect(try await nginx.served().map(\.status).suffix(1) == ["206"])
        }

        @Test func aDownloadOfAChangedFileStartsOver() async throws {  // F-17
            let nginx = try await server()
            let request = Request.get(nginx.url("/slow/a"))
            _ = try await breakOff(request)
            let other = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 3) })
            try nginx.serve(other, at: "/a")
            let file = try await finish(request)
            #expect(file.resumedByteCount == 0)
            #expect(file.statusCode == .ok)
            #expect(folder.contents(of: "a") == other)
            #expect(folder.names == ["a"])
        }

        @Test func aCompletePartialFileNeedsNoMoreBytes() async throws {  // F-17
            let nginx = try await server()
            let request = Request.get(nginx.url("/slow/a"))
            _ = try await breakOff(request)
            // A complete file under the partial name, as left by a crash just before the end.
            let partial = try #require(folder.hiddenNames.first { $0.hasSuffix(".partial") })
            try Self.body.write(to: folder.file(partial))
            let file = try await finish(request)
            #expect(file.statusCode == 416)
            #expect(file.resumedByteCount == Int64(Self.body.count))
            #expect(folder.contents(of: "a") == Self.body)
        }

        @Test func aCompressibleFileIsDownloadedUncompressed() async throws {
            let nginx = try await server()
            let request = Request.get(nginx.url("/files/a"))
            var progress: [TransferProgress] = []
            for try await update in network.download(request, to: destination()).values() {
                if let more = update.progress { progress.append(more) }
            }
            #expect(progress.last?.isWhole == true)
            #expect(progress.last?.byteCount == 3_000_000)
            #expect(folder.contents(of: "a") == Self.body)
        }
    }
#endif
