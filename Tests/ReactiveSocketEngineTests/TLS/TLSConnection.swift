#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Both sides of a TLS connection.
    final class TLSConnection {
        let stream: TLSStream
        let peer: TLSPeer
        private let socket: Int32
        /// The result of the handshake.
        private(set) var handshake = Handshake.blocked

        init(_ context: TLSContext, to server: TLSTestServer, host: String = "localhost", key: String = "") throws {
            let (socket, peer) = try server.connect()
            self.socket = socket
            self.peer = peer
            stream = try TLSStream(context, socket: socket, host: host, sessionKey: key)
        }

        deinit {
            close(socket)
        }

        /// Lets both sides act until the client's handshake has a result, and the server has seen the client's last
        /// message.
        @discardableResult
        func shakeHands() -> Handshake {
            for _ in 1...10 where handshake == .blocked {
                handshake = stream.shakeHands()
                peer.shakeHands()
            }
            return handshake
        }

        var failure: StreamFailure? {
            if case .failed(let failure) = handshake { failure } else { nil }
        }

        /// Reads once, and returns the text or the other result.
        func read(atMost count: Int = 65_536) -> (text: String, other: Reading?) {
            var buffer = [UInt8](repeating: 0, count: count)
            let reading = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
            guard case .bytes(let count) = reading else { return ("", reading) }
            return (String(decoding: buffer[..<count], as: UTF8.self), nil)
        }

        func write(_ text: String) -> Writing {
            Array(text.utf8).withUnsafeBytes { stream.write($0) }
        }
    }

    extension TLSPolicy {
        /// Returns the policy that trusts only a file.
        static func trusting(_ file: String) -> Self {
            var policy = TLSPolicy()
            policy.trust = .file(file)
            return policy
        }

        /// Returns the policy with a change.
        func with(_ change: (inout TLSPolicy) throws -> Void) rethrows -> Self {
            var policy = self
            try change(&policy)
            return policy
        }
    }

    /// Certificates with unusual names, made by openssl(1) once per run of the tests.
    struct OddCertificates: Sendable {
        static func made() async throws -> OddCertificates {
            let usual = try await Certificates.made()
            return try await ServerProcess.offThePool { try result(usual).get() }
        }

        private static let results = Locked<OddCertificates?>(nil)
        private static let making = NSLock()

        private static func result(_ usual: Certificates) -> Result<OddCertificates, any Error> {
            making.lock()
            defer { making.unlock() }
            if let made = results.withLock({ $0 }) { return .success(made) }
            return Result {
                let made = try OddCertificates(usual)
                results.withLock { $0 = made }
                return made
            }
        }

        let usual: Certificates
        let directory: String

        private init(_ usual: Certificates) throws {
            self.usual = usual
            directory = try ServerProcess.makeDirectory()
            let script = """
                set -e
                authority=\(usual.authority.path)
                leaf() { # leaf <name> <common name> <extension>
                    echo "$3" > $1.ext
                    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $1.key \\
                        -subj "/CN=$2" -out $1.csr
                    openssl x509 -req -in $1.csr -CA $authority.pem -CAkey $authority.key -set_serial $RANDOM$$ \\
                        -days 7000 -extfile $1.ext -out $1.pem
                }
                leaf commonName localhost basicConstraints=CA:false
                leaf addressAsName 127.0.0.1 subjectAltName=DNS:127.0.0.1
                leaf partialWildcard x "subjectAltName=DNS:l*t,DNS:lo*.example.com,DNS:*st.example.org"
                leaf wildcard x "subjectAltName=DNS:*.example.com"
                leaf six x subjectAltName=IP:::1
                openssl pkcs8 -topk8 -in \(usual["client"].key) -passout pass:secret -out encrypted.key
                openssl ec -in \(usual["client"].key) -aes128 -passout pass:secret -out traditional.key
                openssl genrsa -out rsa.key 2048
                cat $authority.pem > withGarbage.pem
                printf -- '-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n' >> withGarbage.pem
                mkdir hashed && cp $authority.pem hashed/ && openssl rehash hashed
                """
            try ServerProcess.run(script: script, in: directory)
        }

        subscript(name: String) -> Certificates.Identity { Certificates.Identity(path: "\(directory)/\(name)") }
    }
#endif
