#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// Certificates for one run of the tests, made by openssl(1), in a directory that is removed with the process.
    package struct Certificates: Sendable {
        /// Two PEM files, named by their common path without the extension.
        package struct Identity: Sendable, Hashable, CustomStringConvertible {
            package let path: String

            package init(path: String) {
                self.path = path
            }

            package var certificate: String { "\(path).pem" }
            package var key: String { "\(path).key" }
            package var description: String { path.split(separator: "/").last.map(String.init) ?? path }

            /// The digest of the public key, as openssl(1) computes it.
            package var keyPin: PinPolicy.Pin { get throws { try .publicKey(sha256: digest("key")) } }
            /// The digest of the certificate, as openssl(1) computes it.
            package var certificatePin: PinPolicy.Pin { get throws { try .certificate(sha256: digest("certificate")) } }

            private func digest(_ subject: String) throws -> String {
                try String(contentsOfFile: "\(path).\(subject).sha256", encoding: .utf8).filter { !$0.isWhitespace }
            }
        }

        package static func made() async throws -> Certificates {
            try await ServerProcess.offThePool { try result.get() }
        }
        /// The result for later calls of ``made()``.
        package static func alreadyMade() throws -> Certificates { try result.get() }
        private static let result = Result { try Certificates() }

        package let directory: String

        private init() throws {
            directory = try ServerProcess.makeDirectory()
            try ServerProcess.run(script: Self.script, in: directory)
        }

        /// The authority that the tests trust.
        package var authority: Identity { self["authority"] }

        package subscript(name: String) -> Identity { Identity(path: "\(directory)/\(name)") }

        private static let script = """
            set -e
            cat > openssl.cnf <<END
            [req]
            distinguished_name = name
            [name]
            [ca]
            default_ca = any
            [any]
            database = index.txt
            new_certs_dir = .
            rand_serial = yes
            unique_subject = no
            default_md = sha256
            copy_extensions = copyall
            policy = policy
            [policy]
            commonName = supplied
            END
            : > index.txt
            here="subjectAltName=DNS:localhost,DNS:api.localhost,DNS:a.b.localhost,IP:127.0.0.1"
            request() { # request <name> <extension> [<option>...]
                name=$1 extension=$2; shift 2
                openssl req -config openssl.cnf -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\
                    -keyout "$name.key" -subj "/CN=$name" -addext "$extension" "$@"
            }
            root() { request "$1" basicConstraints=critical,CA:true -x509 -days 7000 -out "$1.pem"; }
            sign() { # sign <request> <name> <authority> [<first day> <last day>]
                openssl ca -config openssl.cnf -batch -notext -cert "$3.pem" -keyfile "$3.key" -in "$1.csr" \\
                    -out "$2.pem" -startdate "${4:-20200101}000000Z" -enddate "${5:-20491231}000000Z"
            }
            leaf() { # leaf <name> <authority> <extension> [<first day> <last day>]
                request "$1" "$3" -out "$1.csr"
                sign "$1" "$1" "$2" $4 $5
            }
            root authority
            root stranger
            leaf server authority "$here"
            leaf other authority "$here"
            leaf client authority extendedKeyUsage=clientAuth
            leaf wrongHost authority subjectAltName=DNS:elsewhere.test
            leaf expired authority "$here" 20200101 20210101
            leaf notYetValid authority "$here" 20480101 20490101
            leaf unknownAuthority stranger "$here"
            request selfSigned "$here" -x509 -days 7000 -out selfSigned.pem
            # Its only name is that of its subject.
            leaf localhost authority extendedKeyUsage=serverAuth
            leaf addressAsName authority subjectAltName=DNS:127.0.0.1
            leaf partialWildcard authority "subjectAltName=DNS:l*t"
            openssl pkey -in client.key -aes256 -passout pass:secret -out locked.key
            cp client.pem locked.pem
            leaf intermediate authority basicConstraints=critical,CA:true
            leaf missingIntermediate intermediate "$here"
            cat missingIntermediate.pem intermediate.pem > complete.pem
            cp missingIntermediate.key complete.key
            sign server renewed authority
            cp server.key renewed.key
            cat other.pem server.pem > stuffed.pem
            cp other.key stuffed.key
            digest() { openssl dgst -sha256 -binary | base64; }
            for name in server other renewed authority; do
                openssl x509 -in $name.pem -outform der | digest > $name.certificate.sha256
                openssl x509 -in $name.pem -noout -pubkey | openssl pkey -pubin -outform der | digest > $name.key.sha256
            done
            """
    }
#endif
