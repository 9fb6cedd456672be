#if os(Linux)
    import CCurl
    import Foundation

    /// One transfer of libcurl's. What it is given must be given back once; see ``free()``.
    struct EasyHandle: Sendable {
        // A handle is in one place at a time: with a thread that makes a transfer ready, with the loop, or in the pool, and
        // locks lie between these.
        nonisolated(unsafe) let pointer: OpaquePointer
        nonisolated(unsafe) private let errorText: UnsafeMutablePointer<CChar>
        nonisolated(unsafe) private var headers: OpaquePointer?

        static let errorTextByteCount = 256

        init() throws(TransportError) {
            guard let pointer = ccurl_easy_init() else {
                throw TransportError(.other, phase: .preparing, detail: "libcurl has no memory for another transfer")
            }
            self.pointer = pointer
            errorText = .allocate(capacity: Self.errorTextByteCount)
            prepare()
        }

        private func prepare() {
            errorText.initialize(to: 0)
            ccurl_set_pointer(pointer, Libcurl.Option.errorBuffer.rawValue, errorText)
        }

        /// Makes it as good as new. It must not be part of a loop any more.
        ///
        /// - Returns: false if it cannot be: a transfer that was broken off may leave its receive buffer behind, which does
        ///   not fit the size that is forgotten. libcurl refuses to change that size then.
        mutating func reset() -> Bool {
            ccurl_easy_reset(pointer)
            if let headers { ccurl_slist_free(headers) }
            headers = nil
            prepare()
            return ccurl_set_long(pointer, Libcurl.Option.bufferSize.rawValue, Self.probedBufferByteCount) == 0
        }

        private static let probedBufferByteCount = 16 * 1_024

        /// Gives everything back. It must not be part of a loop any more.
        func free() {
            ccurl_easy_cleanup(pointer)
            if let headers { ccurl_slist_free(headers) }
            errorText.deallocate()
        }

        /// What libcurl has said about the last failure; `nil` if nothing, or if it may have named a password: it quotes the
        /// address of a proxy that it cannot read.
        var errorMessage: String? {
            let text = String(cString: errorText)
            return text.isEmpty || text.contains("@") ? nil : text
        }

        func set(_ option: Libcurl.Option, _ value: Int) throws(TransportError) {
            let code =
                option.rawValue < 30_000
                ? ccurl_set_long(pointer, option.rawValue, value)
                : ccurl_set_offset(pointer, option.rawValue, Int64(value))
            try check(code, option)
        }

        func set(_ option: Libcurl.Option, _ value: String) throws(TransportError) {
            guard !value.utf8.contains(0) else {
                throw TransportError(.unsupported, phase: .preparing, detail: "\(option) has a NUL")
            }
            try check(ccurl_set_text(pointer, option.rawValue, value), option)
        }

        func clear(_ option: Libcurl.Option) throws(TransportError) {
            try check(ccurl_set_text(pointer, option.rawValue, nil), option)
        }

        func set(_ option: Libcurl.Option, _ value: UnsafeMutableRawPointer) throws(TransportError) {
            try check(ccurl_set_pointer(pointer, option.rawValue, value), option)
        }

        func set(_ option: Libcurl.Option, _ value: Data) throws(TransportError) {
            let code = value.withUnsafeBytes { bytes in
                bytes.baseAddress.map { ccurl_set_blob(pointer, option.rawValue, $0, bytes.count) } ?? 0
            }
            try check(code, option)
        }

        /// Has the connection closed once nothing uses it, or kept.
        func closesAfterUse(_ isClosed: Bool) {
            ccurl_set_long(pointer, Libcurl.Option.forbidReuse.rawValue, isClosed ? 1 : 0)
        }

        /// Has the next transfer make a connection of its own.
        func connectsAnew() {
            ccurl_set_long(pointer, Libcurl.Option.freshConnect.rawValue, 1)
        }

        /// Sets header lines as they are.
        mutating func set(headerLines lines: [String]) throws(TransportError) {
            for line in lines {
                guard let longer = ccurl_slist_append(headers, line) else {
                    throw TransportError(.other, phase: .preparing, detail: "libcurl has no memory for a header")
                }
                headers = longer
            }
            guard let headers else { return }
            _ = ccurl_set_headers(pointer, headers)
        }

        private func check(_ code: Int32, _ option: Libcurl.Option) throws(TransportError) {
            guard code != 0 else { return }
            throw TransportError(
                .unsupported,
                phase: .preparing,
                underlyingCode: Int(code),
                detail: "this libcurl refuses \(option): \(String(cString: ccurl_easy_strerror(code)))"
            )
        }
    }
#endif
