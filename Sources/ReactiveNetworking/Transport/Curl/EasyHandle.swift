#if os(Linux)
    import CCurl
    import Foundation

    /// An easy handle of libcurl. Its memory must be released exactly once, with ``free()``.
    struct EasyHandle: Sendable {
        // A handle is in one place at a time: a thread that prepares a transfer, the loop, or the pool. Locks separate
        // these places.
        nonisolated(unsafe) let pointer: OpaquePointer
        // SAFETY: libcurl writes to the text only while the owner of `pointer` calls it.
        nonisolated(unsafe) private let errorText: UnsafeMutablePointer<CChar>
        // SAFETY: belongs to the owner of `pointer`.
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

        /// Restores the initial state for reuse. The handle must not be part of a loop.
        ///
        /// - Returns: False if the handle cannot be reused. A canceled transfer may leave its receive buffer behind,
        ///   whose size differs from the default that the reset restores; libcurl then refuses to change the size.
        mutating func reset() -> Bool {
            ccurl_easy_reset(pointer)
            if let headers { ccurl_slist_free(headers) }
            headers = nil
            prepare()
            return ccurl_set_long(pointer, Libcurl.Option.bufferSize.rawValue, Self.probedBufferByteCount) == 0
        }

        private static let probedBufferByteCount = 16 * 1_024

        /// Releases all memory. The handle must not be part of a loop.
        func free() {
            ccurl_easy_cleanup(pointer)
            if let headers { ccurl_slist_free(headers) }
            errorText.deallocate()
        }

        /// libcurl's text for the last failure. `nil` if there is none, or if the text could contain a password:
        /// libcurl quotes a proxy URL that it cannot parse.
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

        /// Sets whether the connection is closed once no transfer uses it.
        func closesAfterUse(_ isClosed: Bool) {
            ccurl_set_long(pointer, Libcurl.Option.forbidReuse.rawValue, isClosed ? 1 : 0)
        }

        /// Makes the next transfer open a new connection.
        func connectsAnew() {
            ccurl_set_long(pointer, Libcurl.Option.freshConnect.rawValue, 1)
        }

        /// Sets header lines verbatim.
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
