#if os(Linux)
    import CReactiveSystem
    import ReactiveHTTPModel

    /// Decodes one content coding incrementally: gzip (RFC 1952), deflate (RFC 1950, or RFC 1951 as some servers send
    /// it), brotli (RFC 7932), or Zstandard (RFC 8878).
    package final class Inflater {
        /// A coding with its name in `Content-Encoding`.
        enum Coding: String, CaseIterable {
            case gzip
            case deflate
            case brotli = "br"
            case zstd

            /// The codings whose libraries are installed.
            static let available = allCases.filter { cinflate_available($0.format) != 0 }

            init?(name: String) {
                let name = name.lowercased()
                guard let coding = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
                self = coding
            }

            /// The format to decode; for deflate, the default until the first bytes are known.
            fileprivate var format: cinflate_format {
                switch self {
                case .gzip: cinflate_gzip
                case .deflate: cinflate_zlib
                case .brotli: cinflate_brotli
                case .zstd: cinflate_zstd
                }
            }

            /// The names in `Content-Encoding`, in lower case.
            var names: [String] { self == .gzip ? ["gzip", "x-gzip"] : [rawValue] }

            /// Returns whether a byte behind the end of a stream can begin another one: a member (RFC 1952 §2.2) or a
            /// frame (RFC 8878 §3).
            fileprivate func continues(with byte: UInt8) -> Bool {
                switch self {
                case .gzip: byte == 0x1F
                case .zstd: byte == 0x28 || byte & 0xF0 == 0x50
                case .deflate, .brotli: false
                }
            }
        }

        enum Failure: Error {
            case broken
            case noMemory
        }

        private static let pieceByteCount = 65_536

        private let coding: Coding
        private var decoder: OpaquePointer?
        private var input = Data()
        /// A Boolean value that indicates whether the last step filled the output buffer.
        private var isFull = false
        private var isAtEnd = false
        private var isEmpty = true
        /// A Boolean value that indicates whether the input is behind the end, after a zero of the padding.
        private var isPadded = false

        init(_ coding: Coding) {
            self.coding = coding
        }

        deinit {
            if let decoder { cinflate_free(decoder) }
        }

        /// A Boolean value that indicates whether the input is complete. Empty input is, since there may be no body.
        var isWhole: Bool { isEmpty || isAtEnd }

        /// Accepts the next bytes, after ``next()`` has returned all of the previous output.
        func take(_ bytes: Data) {
            guard !bytes.isEmpty else { return }
            isEmpty = false
            input = input.isEmpty ? bytes : input + bytes
        }

        /// Returns the next decoded piece of the input, or `nil` after the last one.
        func next() throws -> Data? {
            guard try isReady() else { return nil }
            // The decoder may hold output even after all input has been consumed.
            while !input.isEmpty || isFull {
                if isAtEnd, try !beginNext() { return nil }
                let (piece, takenCount, isFull) = try step(input)
                input = input.dropFirst(takenCount)
                self.isFull = isFull && !isAtEnd
                if !piece.isEmpty { return piece }
            }
            return nil
        }

        /// Returns whether the format is known, after creating the decoder for it.
        private func isReady() throws -> Bool {
            guard decoder == nil else { return true }
            guard !input.isEmpty, let format else { return false }
            guard let created = cinflate_create(format) else { throw Failure.noMemory }
            decoder = created
            return true
        }

        /// The format that the first bytes indicate, or `nil` if it is not known yet.
        private var format: cinflate_format? {
            guard coding == .deflate else { return coding.format }
            guard input.count >= 2 else { return nil }
            let (first, second) = (input[input.startIndex], input[input.startIndex + 1])
            let hasHeader = first & 0x0F == 8 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
            return hasHeader ? cinflate_zlib : cinflate_raw_deflate
        }

        /// Begins another stream behind the end of one. Zeros that fill a block up are no stream, as for gunzip(1).
        ///
        /// - Returns: False if there is none.
        private func beginNext() throws -> Bool {
            let rest = input.drop { $0 == 0 }
            isPadded = isPadded || rest.count < input.count
            input = rest
            guard let byte = rest.first else { return false }
            guard !isPadded, coding.continues(with: byte), let decoder else { throw Failure.broken }
            cinflate_reset(decoder)
            isAtEnd = false
            return true
        }

        private func step(_ input: Data) throws -> (piece: Data, takenCount: Int, isFull: Bool) {
            guard let decoder else { return (Data(), 0, false) }
            var takenCount = input.count
            var madeCount = Self.pieceByteCount
            var code: Int32 = 0
            let piece = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceByteCount) { room in
                input.withUnsafeBytes { bytes in
                    guard let output = room.baseAddress else { return }
                    var nothing: UInt8 = 0
                    let start = bytes.bindMemory(to: UInt8.self).baseAddress
                    withUnsafePointer(to: &nothing) { nothing in
                        code = cinflate_decode(decoder, start ?? nothing, &takenCount, output, &madeCount)
                    }
                }
                return Data(room.prefix(madeCount))
            }
            guard code >= 0 else { throw Failure.broken }
            isAtEnd = code == 1
            return (piece, takenCount, madeCount == Self.pieceByteCount)
        }
    }
#endif
