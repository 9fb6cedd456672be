#if os(Linux)
    import CCurl
    import Foundation

    extension CurlTransport {
        /// Whether cookies that servers set are kept, and sent back where they belong (RFC 6265, with the public suffix list
        /// where libcurl has one). A request with a `Cookie` field of its own is left alone, and so is its response.
        public enum Cookies: Sendable, Hashable {
            /// They are response headers like any other.
            case none
            /// As long as the transport.
            case inMemory
            /// In a file, in the format of Netscape's browser, that is read when the transport is made and written after
            /// responses that set cookies. Nobody but the owner may read it.
            case file(String)
        }
    }

    /// What servers have asked to be told again. libcurl keeps it; the transfers of one transport share it.
    final class CookieJar: Sendable {
        // libcurl locks what is shared with the functions that the share was made with.
        nonisolated(unsafe) private let share: OpaquePointer
        private let keeper: Locked<EasyHandle>
        private let path: String?
        /// Where libcurl writes: it empties the file that it is given first, and who reads at that moment would find nothing.
        /// `nil` where the path is no file that could be replaced, such as a device.
        private let draft: String?
        /// Writes follow each other, and hold nobody up.
        private let writing = DispatchQueue(label: "CurlTransport.cookies")
        private let isWritePending = Locked(false)

        /// A jar; `nil` if none is wanted.
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

        /// A name beside the file at `path`, which is made if it is not there; `nil` for what is no file.
        private static func draft(of path: String) throws(TransportError) -> String? {
            guard FileManager.default.fileExists(atPath: path) || isMade(path) else {
                throw TransportError(.unsupported, phase: .preparing, detail: "no cookies can be kept in \(path)")
            }
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return "\(path).\(UUID().uuidString)"
        }

        private static func isMade(_ path: String) -> Bool {
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }

        /// Has libcurl write what there is, and puts it in the place of the file in one step.
        private func write(_ flush: (inout EasyHandle) -> Void) {
            keeper.withLock { keeper in
                guard let path, let draft else { return flush(&keeper) }
                // libcurl writes nothing where there is nothing to be kept.
                let canBeWritten = Self.isMade(draft)
                flush(&keeper)
                if canBeWritten, (try? FileManager.default.attributesOfItem(atPath: draft)[.size] as? Int) ?? 0 > 0 {
                    rename(draft, path)
                }
                unlink(draft)
            }
        }

        /// Has a transfer send and keep cookies.
        func attach(to easy: EasyHandle) throws(TransportError) {
            ccurl_set_share(easy.pointer, share)
            // No file: it only turns cookies on.
            try easy.set(.cookieFile, "")
        }

        /// Ends that.
        func detach(from easy: EasyHandle) {
            ccurl_set_share(easy.pointer, nil)
        }

        /// A response has set cookies: they go into the file, if there is one.
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
