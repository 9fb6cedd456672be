#if os(Linux)
    import ReactiveHTTPModel

    /// The file that cookies are kept in between runs. All functions wait for the disk.
    struct CookieFile: Sendable {
        private static let maxByteCount = 64 << 20
        /// The seconds after which a draft is abandoned.
        private static let draftLifetime = 60

        private let path: String
        /// A Boolean value that indicates whether this is a regular file, which is replaced in one step. Another one,
        /// such as a device, is written to.
        private let isReplaced: Bool

        /// Opens a file, and creates it if there is none.
        ///
        /// - Throws: An error of the kind `unsupported` if cookies cannot be stored there.
        init(path given: String) throws(TransportError) {
            // A NUL would end the path for the system.
            guard !given.utf8.contains(0), !given.isEmpty else { throw Self.error(given, EINVAL) }
            var path = URL(fileURLWithPath: given).path
            do throws(SystemError) {
                let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_NONBLOCK)
                isReplaced = try file.status().st_mode & S_IFMT == S_IFREG
            } catch {
                throw Self.error(path, error.code)
            }
            // Otherwise a symbolic link would be replaced by the file.
            if isReplaced, let resolved = realpath(path, nil) {
                path = String(cString: resolved)
                free(resolved)
            }
            self.path = path
            if isReplaced { removeAbandonedDrafts() }
        }

        /// Removes the drafts that processes have left behind which were killed while they wrote: they hold cookies.
        private func removeAbandonedDrafts() {
            let file = URL(fileURLWithPath: path)
            let folder = file.deletingLastPathComponent().path
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                guard name.hasPrefix(file.lastPathComponent + "."), UUID(uuidString: String(name.suffix(36))) != nil,
                    name.utf8.count == file.lastPathComponent.utf8.count + 37
                else { continue }
                let draft = "\(folder)/\(name)"
                var status = stat()
                // Another process may be writing one right now.
                guard lstat(draft, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                    time(nil) - status.st_mtim.tv_sec > Self.draftLifetime
                else { continue }
                unlink(draft)
            }
        }

        private static func error(_ path: String, _ number: Int32) -> TransportError {
            TransportError(
                .unsupported,
                phase: .preparing,
                underlyingCode: Int(number),
                detail: "cookies cannot be stored in \(path): \(String(cString: strerror(number)))"
            )
        }

        /// Returns the cookies of the file; none for a device.
        func read() throws(TransportError) -> [Cookie] { try lines().cookies }

        /// Returns the lines of the file; none for a device.
        func lines() throws(TransportError) -> CookieText.Lines {
            guard isReplaced else { return CookieText.Lines() }
            do throws(FileDescriptor.Refusal) {
                return CookieText.lines(in: Array(try FileDescriptor.contents(of: path, atMost: Self.maxByteCount)))
            } catch {
                throw Self.error(path, error.code ?? EFBIG)
            }
        }

        /// Writes cookies in place of those in the file, and lines that were not read.
        ///
        /// - Returns: False if the file is as before, because it cannot be written.
        func write(_ cookies: [Cookie], keeping unreadable: [String] = []) -> Bool {
            let data = Data(CookieText.text(of: cookies, keeping: unreadable).utf8)
            guard isReplaced else { return Self.write(data, to: path, O_WRONLY | O_NONBLOCK) }
            // A process that reads the file must not find the half of it.
            let draft = "\(path).\(UUID().uuidString)"
            guard Self.write(data, to: draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW),
                rename(draft, path) == 0
            else {
                unlink(draft)
                return false
            }
            return true
        }

        private static func write(_ data: Data, to path: String, _ flags: Int32) -> Bool {
            (try? FileDescriptor(path, flags).write(data)) != nil
        }
    }
#endif
