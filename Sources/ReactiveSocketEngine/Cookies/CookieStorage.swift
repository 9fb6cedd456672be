#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The cookies of a transport, and the file that they are kept in (EN38).
    final class CookieStorage: Sendable {
        private struct State: Sendable {
            var table: CookieTable
            /// A Boolean value that indicates whether a change waits for the file to be written.
            var isWriteDue = false
        }

        private let state: Locked<State>
        private let file: CookieFile?
        /// The lines of the file that are no cookies.
        private let unreadable: [String]
        private let clock: @Sendable () -> Int
        /// Writes run in order and block nobody.
        private let writing = DispatchQueue(label: "SocketTransport.cookies")

        /// Returns the storage that a configuration asks for, or `nil` if cookies are off. It reads the file.
        static func make(_ cookies: SocketTransport.Cookies) throws(TransportError) -> CookieStorage? {
            switch cookies {
            case .none: return nil
            case .inMemory: return try CookieStorage(file: nil)
            case .file(let path): return try CookieStorage(file: try CookieFile(path: path))
            }
        }

        /// Creates a storage with the cookies of a file.
        ///
        /// - Parameters:
        ///   - file: The file, if there is one.
        ///   - suffixes: The public suffixes; `nil` if they are unknown.
        ///   - clock: Returns the seconds since 1970.
        init(
            file: CookieFile?,
            suffixes: PublicSuffixes? = .loaded,
            clock: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
        ) throws(TransportError) {
            var isPublicSuffix: (@Sendable (String) -> Bool)?
            if let suffixes { isPublicSuffix = { suffixes.contains($0) } }
            var table = CookieTable(isPublicSuffix: isPublicSuffix)
            let lines = try file?.lines() ?? CookieText.Lines()
            table.load(lines.cookies, at: clock())
            unreadable = lines.unreadable
            state = Locked(State(table: table))
            self.file = file
            self.clock = clock
        }

        /// Returns the value of the `Cookie` field for a request, or `nil` if there are no cookies for it.
        func field(for target: CookieTarget) -> String? {
            let now = clock()
            let cookies = state.withLock { $0.table.cookies(for: target, at: now) }
            guard !cookies.isEmpty else { return nil }
            return cookies.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
        }

        /// Stores the cookies of a response. Never waits for the disk.
        func store(_ headers: HTTP.Headers, from target: CookieTarget) {
            let fields = headers.values(for: HTTP.Headers.Name.setCookie)
            guard !fields.isEmpty else { return }
            let now = clock()
            let hasFile = file != nil
            let mustWrite = state.withLock { state in
                var hasChanged = false
                for field in fields where state.table.store(field, from: target, at: now) { hasChanged = true }
                guard hasChanged, hasFile, !state.isWriteDue else { return false }
                state.isWriteDue = true
                return true
            }
            // Responses often come in groups.
            if mustWrite { writing.asyncAfter(deadline: .now() + .milliseconds(20)) { self.write() } }
        }

        private func write() {
            let cookies = state.withLock { state in
                state.isWriteDue = false
                return state.table.cookies
            }
            _ = file?.write(cookies, keeping: unreadable)
        }
    }

    /// The cookies of one exchange.
    struct ExchangeCookies: Sendable {
        private let storage: CookieStorage
        private let target: CookieTarget
        /// The value of the field to send.
        let field: String?

        /// Creates the cookies of an exchange, or returns `nil` if the request brings its own or changes the protocol
        /// (W11).
        init?(_ storage: CookieStorage?, _ request: PreparedRequest, to server: Server) {
            guard let storage, request.upgrade == nil, !request.headers.contains(HTTP.Headers.Name.cookie) else {
                return nil
            }
            self.storage = storage
            target = CookieTarget(isSecure: server.isSecure, host: server.host, path: request.writtenPath)
            field = storage.field(for: target)
        }

        /// Stores the cookies of the response.
        func store(_ headers: HTTP.Headers) { storage.store(headers, from: target) }
    }

    extension PreparedRequest {
        /// The path of the URL as it is written.
        fileprivate var writtenPath: String {
            let address = Array(url.absoluteString.utf8)
            let slash = UInt8(ascii: "/")
            guard let scheme = address.firstIndex(of: slash) else { return "/" }
            let target = address.dropFirst(scheme + 2).drop { $0 != slash && $0 != UInt8(ascii: "?") }
            return String(decoding: target.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }, as: UTF8.self)
        }
    }
#endif
