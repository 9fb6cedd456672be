#if os(Linux)
    import CCurl
    import Foundation

    /// Stores cookies and sends them back to the servers that set them. libcurl holds them in a share of the
    /// transport's transfers.
    final class CookieJar: Sendable {
        // libcurl locks the shared data with the functions that were given when the share was created.
        nonisolated(unsafe) private let share: OpaquePointer
        private let keeper: Locked<EasyHandle>
        private let path: String?
        /// The temporary file that libcurl writes, because it truncates its file first and a concurrent reader would
        /// find it empty. `nil` where the path is not a regular file and cannot be replaced, such as a device.
        private let draft: String?
        /// Writes run in order and block nobody.
        private let writing = DispatchQueue(label: "CurlTransport.cookies")
        private let isWritePending = Locked(false)

        /// Returns a cookie jar, or `nil` if cookies are off.
        static func make(_ cookies: CurlTransport.Cookies) throws(TransportError) -> CookieJar? {
            switch cookies {
            case .none: nil
            case .inMemory: try CookieJar(path: nil)
            case .file(let path): try CookieJar(path: URL(fileURLWithPath: path).path)
            }
        }

        private init(path: String?) throws(TransportError) {
            self.path = path
            draft = try path.flatMap(Self.draft)
            guard let share = ccurl_share_cookies() else {
                throw TransportError(.other, phase: .preparing, detail: "libcurl has no memory for cookies")
            }
            self.share = share
            let handle = try EasyHandle()
            keeper = Locked(handle)
            ccurl_set_share(handle.pointer, share)
            guard let path else { return }
            try handle.set(.cookieFile, path)
            try handle.set(.cookieJar, draft ?? path)
            try handle.set(.cookieList, "RELOAD")
        }

        deinit {
            write { $0.free() }
            ccurl_share_free(share)
        }

        /// Returns a path beside `path`, creating the file at `path` if needed; `nil` if that is not a regular file.
        private static func draft(of path: String) throws(TransportError) -> String? {
            guard FileManager.default.fileExists(atPath: path) || isMade(path) else {
                throw TransportError(.unsupported, phase: .preparing, detail: "cookies cannot be stored in \(path)")
            }
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return "\(path).\(UUID().uuidString)"
        }

        private static func isMade(_ path: String) -> Bool {
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }

        /// Flushes libcurl's cookies, and replaces the file atomically.
        private func write(_ flush: (inout EasyHandle) -> Void) {
            keeper.withLock { keeper in
                guard let path, let draft else { return flush(&keeper) }
                // libcurl writes nothing if there are no cookies to keep.
                let canBeWritten = Self.isMade(draft)
                flush(&keeper)
                if canBeWritten, (try? FileManager.default.attributesOfItem(atPath: draft)[.size] as? Int) ?? 0 > 0 {
                    rename(draft, path)
                }
                unlink(draft)
            }
        }

        /// Attaches the jar to a transfer, which then sends and stores cookies.
        func attach(to easy: EasyHandle) throws(TransportError) {
            ccurl_set_share(easy.pointer, share)
            // An empty name enables cookies without a file.
            try easy.set(.cookieFile, "")
        }

        /// Detaches the jar from a transfer.
        func detach(from easy: EasyHandle) {
            ccurl_set_share(easy.pointer, nil)
        }

        /// Schedules a write to the file, if there is one, after a response has set cookies.
        func noteChange() {
            guard path != nil else { return }
            let isFirst = isWritePending.withLock { isPending in
                defer { isPending = true }
                return !isPending
            }
            guard isFirst else { return }
            writing.asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in
                isWritePending.withLock { $0 = false }
                write { try? $0.set(.cookieList, "FLUSH") }
            }
        }
    }
#endif
