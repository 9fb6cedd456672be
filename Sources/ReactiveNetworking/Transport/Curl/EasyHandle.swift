#if os(Linux)
    import CCurl
    import Foundation

    /// An easy handle of libcurl. Its memory must be released exactly once, with ``free()``.
    struct EasyHandle: Sendable {
        // A handle is in one place at a time: a thread that prepares a transfer, the loop, or the pool. Locks separate
        // these places.
        nonisolated(unsafe) let pointer: OpaquePointer
        /// The text of the last failure, and the header lines behind it: one piece of memory that libcurl refers to.
        ///
        /// SAFETY: belongs to the owner of `pointer`. libcurl writes to it only while that owner calls it.
        nonisolated(unsafe) private var texts: UnsafeMutableRawPointer?

        private static let errorTextByteCount = 256

        init() throws(TransportError) {
            guard let pointer = ccurl_easy_init() else {
                throw TransportError(.other, phase: .preparing, detail: "libcurl has no memory for another transfer")
            }
            self.pointer = pointer
        }

        /// Restores the initial state for reuse. The handle must not be part of a loop.
        ///
        /// - Returns: False if the handle cannot be reused. A canceled transfer may leave its receive buffer behind,
        ///   whose size differs from the default that the reset restores; libcurl then refuses to change the size.
        mutating func reset() -> Bool {
            ccurl_easy_reset(pointer)
            Foundation.free(texts)
            texts = nil
            return ccurl_set_long(pointer, Libcurl.Option.bufferSize.rawValue, Self.probedBufferByteCount) == 0
        }

        private static let probedBufferByteCount = 16 * 1_024

        /// Releases all memory. The handle must not be part of a loop.
        func free() {
            ccurl_easy_cleanup(pointer)
            Foundation.free(texts)
        }

        /// libcurl's text for the last failure. `nil` if there is none, or if the text could contain a password:
        /// libcurl quotes a proxy URL that it cannot parse.
        var errorMessage: String? {
            guard let texts else { return nil }
            let text = String(cString: texts.assumingMemoryBound(to: CChar.self))
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
            let code = value.withCString { text in
                strlen(text) == value.utf8.count ? ccurl_set_text(pointer, option.rawValue, text) : nil
            }
            guard let code else {
                throw TransportError(.unsupported, phase: .preparing, detail: "\(option) has a NUL")
            }
            try check(code, option)
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

        /// Drops the default locations of trusted certificates, which libcurl would copy for each transfer, from a
        /// transfer without TLS.
        func forgetTrust() {
            for option in [Libcurl.Option.caFile, .caDirectory, .proxyCAFile, .proxyCADirectory] {
                // A libcurl that does not know one of them has no such location.
                ccurl_set_text(pointer, option.rawValue, nil)
            }
        }

        /// Sets whether the connection is closed once no transfer uses it.
        func closesAfterUse(_ isClosed: Bool) {
            ccurl_set_long(pointer, Libcurl.Option.forbidReuse.rawValue, isClosed ? 1 : 0)
        }

        /// Makes the next transfer open a new connection.
        func connectsAnew() {
            ccurl_set_long(pointer, Libcurl.Option.freshConnect.rawValue, 1)
        }

        /// Sets the header lines, and makes libcurl explain failures. Call this once for each transfer.
        ///
        /// - Parameter lines: Passes the parts of each line to its argument: its name, what separates it from its
        ///   value, and its value. It is called twice.
        mutating func complete(
            headerLines lines: ((_ name: String, _ separator: String, _ value: String) -> Void) -> Void
        ) throws(TransportError) {
            var count = 0
            var byteCount = 0
            lines { name, separator, value in
                count += 1
                byteCount += name.utf8.count + separator.utf8.count + value.utf8.count + 1
            }
            let nodesByteCount = count * MemoryLayout<ccurl_slist>.stride
            guard let memory = malloc(Self.errorTextByteCount + nodesByteCount + byteCount) else {
                throw TransportError(.other, phase: .preparing, detail: "there is no memory for the header")
            }
            texts = memory
            memory.storeBytes(of: 0, as: UInt8.self)
            ccurl_set_pointer(pointer, Libcurl.Option.errorBuffer.rawValue, memory)
            guard count > 0 else { return }
            let nodes = (memory + Self.errorTextByteCount).bindMemory(to: ccurl_slist.self, capacity: count)
            var index = 0
            var text = memory + Self.errorTextByteCount + nodesByteCount
            lines { name, separator, value in
                let isLast = index == count - 1
                let start = text.assumingMemoryBound(to: CChar.self)
                (nodes + index).initialize(to: ccurl_slist(text: start, next: isLast ? nil : nodes + index + 1))
                index += 1
                text = text.appending(name).appending(separator).appending(value)
                text.storeBytes(of: 0, as: UInt8.self)
                text += 1
            }
            _ = ccurl_set_headers(pointer, nodes)
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

    extension UnsafeMutableRawPointer {
        /// Copies the bytes of a text to this address, and returns the address behind them.
        fileprivate func appending(_ text: String) -> UnsafeMutableRawPointer {
            var text = text
            return text.withUTF8 { bytes in
                UnsafeMutableRawBufferPointer(start: self, count: bytes.count).copyMemory(from: .init(bytes))
                return self + bytes.count
            }
        }
    }
#endif
