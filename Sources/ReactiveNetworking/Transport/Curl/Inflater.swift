#if os(Linux)
    import CCurl
    import Foundation

    /// Undoes one coding piece by piece: gzip (RFC 1952), deflate (RFC 1950, or 1951 as some servers send it), brotli (RFC
    /// 7932) or Zstandard (RFC 8878).
    ///
    /// libcurl would, but takes a stream that was cut off for a whole one, and holds all that one piece expands to in memory.
    final class Inflater {
        /// A coding by its name in `Content-Encoding`.
        enum Coding: String, CaseIterable {
            case gzip
            case deflate
            case brotli = "br"
            case zstd

            /// Those whose libraries are there.
            static let available = allCases.filter { cinflate_available($0.format) != 0 }

            init?(name: String) {
                let name = name.lowercased()
                self.init(rawValue: name == "x-gzip" ? "gzip" : name)
            }

            /// What it is decoded as; deflate unless its beginning says otherwise.
            fileprivate var format: cinflate_format {
                switch self {
                case .gzip: cinflate_gzip
                case .deflate: cinflate_zlib
                case .brotli: cinflate_brotli
                case .zstd: cinflate_zstd
                }
            }

            /// Whether a stream may be followed by another one: a member (RFC 1952 §2.2), or a frame (RFC 8878 §3).
            fileprivate var allowsConcatenation: Bool { self == .gzip || self == .zstd }
        }

        enum Failure: Error {
            case broken
            case noMemory
        }

        private static let pieceByteCount = 65_536

        private let coding: Coding
        private var decoder: OpaquePointer?
        private var input = Data()
        /// Whether there was more output than room at the last step.
        private var isFull = false
        private var isAtEnd = false
        private var isEmpty = true

        init(_ coding: Coding) {
            self.coding = coding
        }

        deinit {
            if let decoder { cinflate_free(decoder) }
        }

        /// Whether what came is whole. Nothing at all is: there may be no body.
        var isWhole: Bool { isEmpty || isAtEnd }

        /// Takes the next bytes in, once ``next()`` has given all of those before.
        func take(_ bytes: Data) {
            guard !bytes.isEmpty else { return }
            isEmpty = false
            input = input.isEmpty ? bytes : input + bytes
        }

        /// The next piece of what was taken in, decoded; `nil` after the last one.
        func next() throws -> Data? {
            guard try isReady() else { return nil }
            // Input that is used up may still have output waiting inside.
            while !input.isEmpty || isFull {
                if isAtEnd { try beginNext() }
                let (piece, takenCount, isFull) = try step(input)
                input = input.dropFirst(takenCount)
                self.isFull = isFull && !isAtEnd
                if !piece.isEmpty { return piece }
            }
            return nil
        }

        /// Whether it is clear what comes, and there is a decoder for it.
        private func isReady() throws -> Bool {
            guard decoder == nil else { return true }
            guard !input.isEmpty, let format else { return false }
            guard let created = cinflate_create(format) else { throw Failure.noMemory }
            decoder = created
            return true
        }

        /// What the beginning says; `nil` if it is not clear yet.
        private var format: cinflate_format? {
            guard coding == .deflate else { return coding.format }
            guard input.count >= 2 else { return nil }
            let (first, second) = (input[input.startIndex], input[input.startIndex + 1])
            let hasHeader = first & 0x0F == 8 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
            return hasHeader ? cinflate_zlib : cinflate_raw_deflate
        }

        private func beginNext() throws {
            guard coding.allowsConcatenation, let decoder else { throw Failure.broken }
            cinflate_reset(decoder)
            isAtEnd = false
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
