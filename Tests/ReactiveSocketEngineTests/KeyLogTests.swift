#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Keys of connections in a file, in processes of their own where the environment has a part in it.
    @Suite(.enabled(if: Nginx.isInstalled)) struct KeyLogTests {
        private let certificates: Certificates
        private let server: Nginx
        private let directory: String
        private var path: String { "\(directory)/keys" }

        init() async throws {
            certificates = try await Certificates.made()
            server = try await Nginx(certificates["server"], "ssl http2", "ssl_protocols TLSv1.3;")
            directory = try ServerProcess.makeDirectory()
        }

        private func lines() -> [Substring] {
            ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
        }

        private func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }

        private func error(_ keyLog: TLSPolicy.KeyLog) async throws -> TransportError? {
            await (try SecureClient(.sockets) { $0.tls.keyLog = keyLog }).transportError(server.url())
        }

        @Test func withoutAKeyLogTheVariableIsNotRead() async throws {  // AD15, AC-15
            let (url, authority, path) = (server.url(), certificates.authority.certificate, path)
            let result = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) { [url = url as String, authority = authority as String, path = path as String] in
                setenv("SSLKEYLOGFILE", path, 1)
                let transport = try SocketTransport.keeping { $0.tls.trust = .file(authority) }
                #expect(try await transport.hear(.get(url)).text == "ok")
            }
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(result?.standardErrorContent.isEmpty == true)
        }

        @Test func theFileOfTheEnvironmentIsForTheOwnerAloneAndIsNamed() async throws {  // AD15, AC-15
            let (url, authority, path) = (server.url(), certificates.authority.certificate, path)
            let result = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) { [url = url as String, authority = authority as String, path = path as String] in
                umask(0)
                setenv("SSLKEYLOGFILE", path, 1)
                let transport = try SocketTransport.keeping {
                    $0.tls.trust = .file(authority)
                    $0.tls.keyLog = .environment
                }
                // The variable counts as it is when the transport is created.
                setenv("SSLKEYLOGFILE", "/nowhere/keys", 1)
                #expect(try await transport.hear(.get(url)).text == "ok")
            }
            let warning = "ReactiveNetworking: WARNING: TLS keys are written to \(path)\n"
            #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == warning)
            #expect(try mode(path) == 0o600)
            for line in lines() {
                let words = line.split(separator: " ", omittingEmptySubsequences: false)
                #expect(words.count == 3 && words[1].utf8.count == 64, "\(line)")
                let isHexadecimal = words.dropFirst().joined().allSatisfy(\.isHexDigit)
                #expect(isHexadecimal, "\(line)")
            }
            #expect(
                Set(lines().compactMap { $0.split(separator: " ").first }).isSuperset(of: [
                    "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0",
                ])
            )
        }

        @Test func withoutTheVariableNoKeysAreWritten() async throws {  // AD15
            let (url, authority) = (server.url(), certificates.authority.certificate)
            let result = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) { [url = url as String, authority = authority as String] in
                setenv("SSLKEYLOGFILE", "", 1)
                let transport = try SocketTransport.keeping {
                    $0.tls.trust = .file(authority)
                    $0.tls.keyLog = .environment
                }
                #expect(try await transport.hear(.get(url)).text == "ok")
            }
            #expect(result?.standardErrorContent.isEmpty == true)
        }

        @Test func theKeysOfEachConnectionAreAppended() async throws {  // AD15
            try "# mine\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            for number in 1...2 {
                #expect(try await error(.file(path)) == nil)
                #expect(lines().count { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") } == number)
            }
            #expect(lines().first == "# mine")
            #expect(try mode(path) == 0o600)
        }

        @Test func aKeyLogThatCannotBeOpenedFailsTheRequests() async throws {  // AD15, EN28
            let target = "\(directory)/target"
            #expect(FileManager.default.createFile(atPath: target, contents: nil))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            let pipe = "\(directory)/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            for (path, reason) in [
                (path, "errno 40"), (directory, "errno 21"), ("\(directory)/no/keys", "errno 2"), (pipe, "errno 6"),
                ("", "errno 2"), ("/dev/null", "not a regular file"), ("\(target)\0", "errno 22"),
            ] {
                let error = try await error(.file(path))
                #expect(error?.kind == .unsupported)
                #expect(error?.detail?.contains("the key log") == true, "\(String(describing: error))")
                #expect(error?.detail?.contains(reason) == true, "\(String(describing: error))")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: target)).isEmpty)
            #expect(try await server.served() == [])
        }
    }
#endif
