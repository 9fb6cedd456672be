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
            fileprivate var mayGoOn: Bool { self == .gzip || self == .zstd }
        }

        enum Flaw: Error {
            case broken
            case noMemory
        }

        private static let pieceByteCount = 65_536

        private let coding: Coding
        private var decoder: OpaquePointer?
        /// What came before it was clear what it is.
        private var beginning = Data()
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

        /// Decodes the next bytes, and calls `body` with each piece until it answers that it wants no more.
        func decode(_ input: Data, _ body: (Data) throws -> Bool) throws {
            guard !input.isEmpty else { return }
            isEmpty = false
            var input = input
            if decoder == nil {
                beginning.append(input)
                guard let format else { return }
                guard let created = cinflate_create(format) else { throw Flaw.noMemory }
                decoder = created
                input = beginning
                beginning = Data()
            }
            while !input.isEmpty {
                if isAtEnd { try beginNext() }
                let (piece, takenCount, isFull) = try step(input)
                input = input.dropFirst(takenCount)
                if !piece.isEmpty, try !body(piece) { return }
                // Input that is used up may still have output waiting inside.
                if input.isEmpty, isFull, !isAtEnd { try drain(body) }
            }
        }

        private func drain(_ body: (Data) throws -> Bool) throws {
            var isFull = true
            while isFull, !isAtEnd {
                let next = try step(Data())
                isFull = next.isFull
                if !next.piece.isEmpty, try !body(next.piece) { return }
            }
        }

        /// What the beginning says; `nil` if it is not clear yet.
        private var format: cinflate_format? {
            guard coding == .deflate else { return coding.format }
            guard beginning.count >= 2 else { return nil }
            let (first, second) = (beginning[beginning.startIndex], beginning[beginning.startIndex + 1])
            let hasHeader = first & 0x0F == 8 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
            return hasHeader ? cinflate_zlib : cinflate_raw_deflate
        }

        private func beginNext() throws {
            guard coding.mayGoOn, let decoder else { throw Flaw.broken }
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
            guard code >= 0 else { throw Flaw.broken }
            isAtEnd = code == 1
            return (piece, takenCount, madeCount == Self.pieceByteCount)
        }
    }
#endif
