/// Host names with other characters than ASCII (UTS #46).
enum InternationalName {
    /// Returns a name with its `xn--` form in place of other characters than ASCII, or `nil` if it has none.
    ///
    /// The mapping needs tables that only ICU has. On Linux, the process loads ICU with the first such name, unless
    /// the program has Foundation itself; without both, no such name is valid (AD7).
    static func ascii(_ name: String) -> String? {
        guard let mapped = URL(string: "http://\(name)/")?.absoluteString, mapped.hasSuffix("/") else { return nil }
        #if !canImport(ObjectiveC)
            if mapped.utf8.contains(UInt8(ascii: "%")) { return ICU.shared?.ascii(name) }
        #endif
        return String(mapped.dropFirst("http://".count).dropLast())
    }
}

#if !canImport(ObjectiveC)
    /// The mapping of ICU, as it comes with the compiler's libraries.
    ///
    /// SAFETY: ICU's mapping is immutable after its creation, which its documentation allows to share among threads,
    /// and is never closed.
    private struct ICU: @unchecked Sendable {
        private typealias Open = @convention(c) (UInt32, UnsafeMutablePointer<Int32>) -> OpaquePointer?
        private typealias Text = UnsafeMutablePointer<CChar>
        private typealias Code = UnsafeMutablePointer<Int32>
        private typealias Map =
            @convention(c) (
                OpaquePointer, UnsafePointer<CChar>, Int32, Text, Int32, UnsafeMutableRawPointer, Code
            ) -> Int32

        /// `UIDNAInfo` of ICU's `uidna.h`.
        private struct Info {
            var size = Int16(MemoryLayout<Info>.size)
            var flags: Int16 = 0
            var errors: UInt32 = 0
            var reserved: (Int32, Int32) = (0, 0)
        }

        static let shared = ICU()

        /// Checks of bidirectional and joining characters, and the mapping of today (nontransitional).
        private static let options: UInt32 = 0x4 | 0x8 | 0x10 | 0x20
        /// Lengths and hyphens are checked, or allowed, like those of any name.
        private static let ignoredErrors: UInt32 = 0x3F

        private let mapping: OpaquePointer
        private let map: Map

        private init?() {
            var code: Int32 = 0
            guard let library = dlopen("lib_FoundationICU.so", RTLD_NOW),
                let open = dlsym(library, "swift_uidna_openUTS46"),
                let map = dlsym(library, "swift_uidna_nameToASCII_UTF8"),
                let mapping = unsafeBitCast(open, to: Open.self)(Self.options, &code), code <= 0
            else { return nil }
            self.mapping = mapping
            self.map = unsafeBitCast(map, to: Map.self)
        }

        func ascii(_ name: String) -> String? {
            var (info, code) = (Info(), Int32(0))
            // A name of 254 bytes is the longest that is valid; a longer one does not fit, which is an error.
            let mapped = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer -> String? in
                guard let base = buffer.baseAddress else { return nil }
                let count = map(mapping, name, Int32(name.utf8.count), base, Int32(buffer.count), &info, &code)
                guard code <= 0, count <= buffer.count else { return nil }
                return String(decoding: UnsafeRawBufferPointer(start: base, count: Int(count)), as: UTF8.self)
            }
            return info.errors & ~Self.ignoredErrors == 0 ? mapped : nil
        }
    }
#endif
