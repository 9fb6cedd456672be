#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct TLSFileTests {
        private let odd: OddCertificates
        private var usual: Certificates { odd.usual }

        init() async throws {
            odd = try await OddCertificates.made()
        }

        private func error(_ change: (inout TLSPolicy) -> Void) -> TransportError? {
            do throws(TransportError) {
                _ = try TLSContext(TLSPolicy.trusting(usual.authority.certificate).with(change), offersHTTP2: false)
                return nil
            } catch {
                return error
            }
        }

        @Test func anUnusableFileIsNamedWithTheReason() {  // EN28
            let client = usual["client"]
            let (missing, directory) = ("\(odd.directory)/missing.pem", odd.directory)
            let text = "\(usual.directory)/openssl.cnf"
            let cases: [(String, String, TLSPolicy.Trust?, (String, String)?)] = [
                (missing, "errno 2", .file(missing), nil), (missing, "errno 2", .systemAndFile(missing), nil),
                (directory, "not a regular file", .file(directory), nil), (text, "no certificate", .file(text), nil),
                (client.key, "no certificate", .file(client.key), nil),
                ("withGarbage.pem", "OpenSSL error", .file("\(directory)/withGarbage.pem"), nil),
                (missing, "errno 2", nil, (missing, client.key)),
                (missing, "errno 2", nil, (client.certificate, missing)),
                (text, "no certificate", nil, (text, client.key)),
                (text, "no private key", nil, (client.certificate, text)),
                (client.certificate, "not that of the key", nil, (client.certificate, usual["other"].key)),
                (client.certificate, "not that of the key", nil, (client.certificate, odd["rsa"].key)),
            ]
            for (file, reason, trust, pair) in cases {
                let error = error {
                    if let trust { $0.trust = trust }
                    if let pair { $0.clientCertificate = .init(certificatePath: pair.0, keyPath: pair.1) }
                }
                #expect(error?.kind == .unsupported)
                #expect(error?.detail?.contains(file) == true, "\(String(describing: error))")
                #expect(error?.detail?.contains(reason) == true, "\(String(describing: error))")
            }
        }

        @Test(arguments: ["encrypted", "traditional"]) func anEncryptedKeyNeedsItsPassword(name: String) throws {
            // EN28, TC-65
            let certificate = usual["client"].certificate
            for (password, reason) in [(nil, "no password"), ("wrong", "wrong"), ("", "wrong"), ("secret", nil)] {
                let error = error {
                    $0.clientCertificate = .init(
                        certificatePath: certificate,
                        keyPath: odd[name].key,
                        password: password
                    )
                }
                #expect(error?.kind == (reason == nil ? nil : .unsupported))
                #expect(error?.detail?.contains("secret") != true)
                if let reason { #expect(error?.detail?.contains(reason) == true, "\(String(describing: error))") }
            }
        }

        @Test func aTerminalIsNeverAskedForAPassword() async throws {  // EN28, TC-65
            let client = usual["client"].certificate
            let (encrypted, authority) = (odd["encrypted"].key, usual.authority.certificate)
            await #expect(processExitsWith: .success) {
                [client = client as String, encrypted = encrypted as String, authority = authority as String] in
                // The process gets a terminal of its own, on which nobody types.
                let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
                let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
                var (number, isLocked): (Int32, Int32) = (0, 0)
                guard main >= 0, ioctl(main, unlock, &isLocked) == 0, ioctl(main, getNumber, &number) == 0 else {
                    _exit(2)
                }
                setsid()
                let terminal = open("/dev/pts/\(number)", O_RDWR)
                guard terminal >= 0, ioctl(terminal, UInt(TIOCSCTTY), 0) == 0 else { _exit(3) }
                for number in 0...1 { dup2(terminal, Int32(number)) }
                // A prompt would wait for ever, and OpenSSL catches the signals meanwhile.
                Thread.detachNewThread {
                    sleep(600)
                    _exit(4)
                }
                var policy = TLSPolicy.trusting(authority)
                policy.clientCertificate = .init(certificatePath: client, keyPath: encrypted)
                let isUnsupported: Bool
                do throws(TransportError) {
                    _ = try TLSContext(policy, offersHTTP2: false)
                    isUnsupported = false
                } catch {
                    isUnsupported = error.kind == .unsupported
                }
                var prompt = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
                _exit(isUnsupported && poll(&prompt, 1, 0) == 0 ? 0 : 1)
            }
        }

        @Test func aNamedPipeIsRefusedAtOnce() {
            let path = "\(odd.directory)/pipe"
            mkfifo(path, 0o600)
            #expect(error { $0.trust = .file(path) }?.detail?.contains("not a regular file") == true)
        }

        @Test func aLackOfDescriptorsIsNoLastingFailure() async throws {  // EN5
            let authority = usual.authority.certificate
            await #expect(processExitsWith: .success) { [authority = authority as String] in
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                let before = limit.rlim_cur
                // The first round loads the library, the second has it already.
                for trust in [TLSPolicy.Trust.file(authority), .system] {
                    for isLimited in [true, false] {
                        limit.rlim_cur = isLimited ? 0 : before
                        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                        var policy = TLSPolicy()
                        policy.trust = trust
                        var kind: TransportError.Kind?
                        do throws(TransportError) {
                            _ = try TLSContext(policy, offersHTTP2: false)
                        } catch {
                            kind = error.kind
                        }
                        if kind != (isLimited ? .resourcesExhausted : nil) { _exit(1) }
                    }
                }
                _exit(0)
            }
        }
    }
#endif
