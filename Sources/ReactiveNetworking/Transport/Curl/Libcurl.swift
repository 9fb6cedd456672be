#if os(Linux)
    import CCurl

    /// The system's libcurl, found at run time.
    struct Libcurl: Sendable {
        /// The version, as `0xXXYYZZ`.
        var version: UInt32
        /// The version in words, with that of the TLS library.
        let name: String
        private let features: Int32

        /// The library, or why there is none to use. Looked for once in the life of the process.
        static let loaded: Result<Libcurl, TransportError> = {
            if let reason = ccurl_load() {
                let detail = "libcurl cannot be used: \(String(cString: reason))"
                return .failure(TransportError(.unsupported, phase: .preparing, detail: detail))
            }
            return .success(Libcurl())
        }()

        private init() {
            version = ccurl_version_number()
            features = ccurl_features()
            let tls = ccurl_tls_text().map { " with \(String(cString: $0))" } ?? ""
            name = "libcurl \(String(cString: ccurl_version_text()))\(tls)"
        }

        /// Whether it speaks HTTP/2.
        var hasHTTP2: Bool { features & (1 << 16) != 0 }
        /// Whether it tells before it sends a request (7.80).
        var supportsPrerequest: Bool { version >= 0x075000 }
        /// Whether a handle may serve another transfer after its first. Before 8.2 the headers of the first one are freed but
        /// not forgotten, and a head that begins with a folded line writes into them.
        var canReuseHandles: Bool { version >= 0x080200 }
        /// Whether it keeps the TLS sessions of servers and proxies apart, and in memory that is still there (7.77).
        var keepsSessionsSafely: Bool { version >= 0x074D00 }
        /// Whether it can leave a lookup behind (7.87).
        var supportsDetachedLookups: Bool { version >= 0x075700 }
    }

    extension Libcurl {
        /// What can be set of a transfer.
        enum Option: Int32 {
            case lowSpeedLimit = 19
            case lowSpeedTime = 20
            case sslVersion = 32
            case hidesProgress = 43
            case isHeadersOnly = 44
            case isPost = 47
            case verifiesPeer = 64
            case freshConnect = 74
            case forbidReuse = 75
            case verifiesHost = 81
            case httpVersion = 84
            case bufferSize = 98
            case noSignal = 99
            case ipResolve = 113
            case sessionCache = 150
            case connectTimeout = 156
            case certificateInfo = 172
            case protocols = 181
            case pathAsIs = 234
            case pipeWait = 237
            case suppressConnectHeaders = 265
            case allowsHTTP09 = 285
            case maxConnectionAge = 288
            case supportsDetachedLookups = 322
            case url = 10_002
            case proxy = 10_004
            case errorBuffer = 10_010
            case certificate = 10_025
            case keyPassword = 10_026
            case cookieFile = 10_031
            case customMethod = 10_036
            case caFile = 10_065
            case cookieJar = 10_082
            case key = 10_087
            case caDirectory = 10_097
            case share = 10_100
            case acceptEncoding = 10_102
            case context = 10_103
            case cookieList = 10_135
            case proxyUser = 10_175
            case proxyPassword = 10_176
            case noProxy = 10_177
            case pinnedKeys = 10_230
            case unixSocketPath = 10_231
            case connectTo = 10_243
            case bodySize = 30_120
            case caBlob = 40_309
        }

        /// What can be asked about a transfer.
        enum Info {
            static let primaryAddress: Int32 = 0x100000 + 32
            static let requestSize: Int32 = 0x200000 + 12
            static let connectCode: Int32 = 0x200000 + 22
            static let osError: Int32 = 0x200000 + 25
            static let newConnectionCount: Int32 = 0x200000 + 26
            static let primaryPort: Int32 = 0x200000 + 40
            static let httpVersion: Int32 = 0x200000 + 46
            static let uploadedByteCount: Int32 = 0x600000 + 7
            static let downloadedByteCount: Int32 = 0x600000 + 8
            static let totalTime: Int32 = 0x600000 + 50
            static let nameLookupTime: Int32 = 0x600000 + 51
            static let connectTime: Int32 = 0x600000 + 52
            static let preTransferTime: Int32 = 0x600000 + 53
            static let firstByteTime: Int32 = 0x600000 + 54
            static let secureConnectTime: Int32 = 0x600000 + 56
        }

        /// What callbacks answer.
        enum Answer {
            static let pause = 0x1000_0001
            static let abortReading = 0x1000_0000
            static let cannotSeek: Int32 = 2
        }
    }
#endif
