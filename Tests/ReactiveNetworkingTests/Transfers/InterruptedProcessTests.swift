#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Tests of the files that remain after a process is killed or runs out of disk space.
    @Suite struct InterruptedProcessTests {
        @Test func anotherProcessResumesAKilledDownload() async throws {  // F-17
            let folder = try Folder()
            let path = folder.url.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let stub = StubTransport { _, _ in
                    .stall(
                        afterHead: .ok,
                        headers: ["ETag": "\"v1\"", "Content-Length": "10"],
                        body: Data("0123".utf8)
                    )
                }
                let target = Destination.file(URL(fileURLWithPath: path).appendingPathComponent("a")).resumable()
                Network(transport: stub).download(Self.request, to: target).start()
                kill(getpid(), SIGKILL)
            }
            let target = Destination.file(folder.file("a")).resumable()
            #expect(folder.contents(of: "a") == nil)
            #expect(target.resumptionToken(for: Self.request)?.validator == "\"v1\"")
            let headers: HTTP.Headers = ["Content-Range": "bytes 4-9/10", "ETag": "\"v1\""]
            let stub = StubTransport(.status(206, headers: headers, body: Data("456789".utf8)))
            let network = Network(configuration: .patient, transport: stub, scheduler: ImmediateScheduler())
            let file = try await network.download(Self.request, to: target).onlyValue().value()
            #expect(stub.requests[0].headers["Range"] == "bytes=4-")
            #expect(file.resumedByteCount == 4)
            #expect(folder.text(of: "a") == "0123456789")
            #expect(folder.names == ["a"])
        }

        @Test func aFullDiskLeavesNoFile() async throws {  // F-16
            let folder = try Folder()
            let path = folder.url.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                // The system limits the size of files.
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 5_000, rlim_max: 5_000)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let stub = StubTransport(.chunks(Array(repeating: Data(count: 900), count: 10)))
                let file = URL(fileURLWithPath: path).appendingPathComponent("a")
                let events = Network(configuration: .patient, transport: stub, scheduler: ImmediateScheduler())
                    .download(Self.request, to: .file(file)).record()
                guard case .insufficientSpace? = events.failure?.cause(as: TransferError.self) else { exit(1) }
                exit(0)
            }
            #expect(folder.names == [])
        }

        @Test(.enabled(if: geteuid() == 0, "another user is needed"))
        func aFileOfAnotherUserIsATypedFailure() async throws {  // F-16
            let folder = try Folder()
            try Data("secret".utf8).write(to: folder.file("secret"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("secret").path)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
            let path = folder.url.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                guard setuid(65_534) == 0 else { exit(1) }
                let directory = URL(fileURLWithPath: path)
                let stub = StubTransport(.status(.ok, body: Data([1])))
                let network = Network(configuration: .patient, transport: stub, scheduler: ImmediateScheduler())
                let target = Destination.file(directory.appendingPathComponent("a"))
                let download = network.download(Self.request, to: target).record()
                guard download.failure?.cause(as: TransferError.self) == .permissionDenied(path: path) else { exit(2) }
                let secret = directory.appendingPathComponent("secret")
                let form = RequestBuilder(.post, "http://api.test/").multipart([.file("a", secret)])
                let upload = network.send(form.build()).record()
                guard case .unreadableFile(secret.path, _)? = upload.failure?.cause(as: RequestError.self) else {
                    exit(3)
                }
                let plain = network.send(RequestBuilder(.put, "http://api.test/").file(secret).build()).record()
                guard case .unreadableFile(secret.path, _?)? = plain.failure?.cause(as: RequestError.self) else {
                    exit(5)
                }
                exit(stub.requests.isEmpty ? 0 : 4)
            }
            #expect(folder.names == ["secret"])
        }

        private static let request = Request.get("http://api.test/a")
    }
#endif
