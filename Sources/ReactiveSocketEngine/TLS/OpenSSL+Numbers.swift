#if os(Linux)
    import ReactiveHTTPModel

    // The values are equal in all versions from 1.1 to 4.
    extension OpenSSL {
        /// Options of the initialization.
        enum Initialization {
            /// Registers no clean-up at the exit of the process (`OPENSSL_INIT_NO_ATEXIT`).
            static let withoutCleanup: UInt64 = 0x80000
        }

        /// Commands of `SSL_CTX_ctrl` and `SSL_ctrl`, which the functions of the manual pages are macros for.
        enum Command {
            static let mode: Int32 = 33
            static let readAhead: Int32 = 41
            static let sessionCacheMode: Int32 = 44
            static let hostName: Int32 = 55
            static let chainCertificate: Int32 = 89
            static let setMinimumVersion: Int32 = 123
            static let minimumVersion: Int32 = 130
        }

        /// Versions of TLS.
        enum Version {
            static let tls12 = 0x0303
            static let tls13 = 0x0304
        }

        /// Options of a context.
        enum Option {
            static let noCompression: UInt = 1 << 17
            static let noRenegotiation: UInt = 1 << 30
        }

        /// Modes of a context.
        enum Mode {
            static let partialWrites = 0x1
            static let movingBuffer = 0x2
            static let autoRetry = 0x4
            static let releaseBuffers = 0x10
        }

        /// Modes of a context's cache of sessions.
        enum SessionCache {
            static let client = 0x1
            static let noInternalStorage = 0x300
        }

        /// Results of `SSL_get_error`.
        enum Outcome {
            static let ssl: Int32 = 1
            static let wantsRead: Int32 = 2
            static let wantsWrite: Int32 = 3
            static let zeroReturn: Int32 = 6
        }

        /// Flags of a BIO.
        enum Retry {
            static let read: Int32 = 0x1
            static let write: Int32 = 0x2
            static let all: Int32 = 0xF
            static let later: Int32 = 0x8
        }

        /// Verification of the peer.
        enum Verification {
            static let peer: Int32 = 1
            /// Trusts every certificate of the store, not only roots (`X509_V_FLAG_PARTIAL_CHAIN`).
            static let partialChain: UInt = 0x80000
            static let noPartialWildcards: UInt32 = 0x4
            static let neverSubject: UInt32 = 0x20
            static let hostMismatch: Int32 = 62
            static let emailMismatch: Int32 = 63
            static let addressMismatch: Int32 = 64
            static let ok = 0
        }

        /// Both directions have been shut down (`SSL_SENT_SHUTDOWN`, `SSL_RECEIVED_SHUTDOWN`).
        static let bothShutDown: Int32 = 3
    }
#endif
