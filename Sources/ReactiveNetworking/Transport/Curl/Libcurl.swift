#if os(Linux)
    import CCurl

    /// The system's libcurl, loaded at run time.
    struct Libcurl: Sendable {
        /// The version, as `0xXXYYZZ`.
        var version: UInt32
        /// The version as text, with that of the TLS library.
        let name: String
        private let features: Int32

        /// The library, or the error that prevents its use. Loaded once per process.
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

        /// True if the library supports HTTP/2.
        var hasHTTP2: Bool { features & (1 << 16) != 0 }
        /// True if the library calls back before it sends a request (7.80).
        var supportsPrerequest: Bool { version >= 0x075000 }
        /// True if a handle may be reused for another transfer. Before 8.2, a reused handle keeps a dangling pointer to
        /// the headers of its previous transfer, and a response head that begins with a folded line writes through it.
        var canReuseHandles: Bool { version >= 0x080200 }
        /// True if TLS sessions of servers and proxies are kept apart and are not used after being freed (7.77).
        var keepsSessionsSafely: Bool { version >= 0x074D00 }
        /// True if a name lookup can be abandoned (7.87).
        var supportsDetachedLookups: Bool { version >= 0x075700 }
    }

    extension Libcurl {
        /// An option of a transfer.
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
            case proxyCAFile = 10_246
            case proxyCADirectory = 10_247
            case bodySize = 30_120
            case caBlob = 40_309
        }

        /// A property of a transfer to query.
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

        /// Return values of callbacks.
        enum Answer {
            static let pause = 0x1000_0001
            static let abortReading = 0x1000_0000
            static let cannotSeek: Int32 = 2
        }
    }
#endif
