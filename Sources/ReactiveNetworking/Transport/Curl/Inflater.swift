#if os(Linux)
    import CCurl
    import Foundation

    /// Undoes one coding, gzip (RFC 1952) or deflate (RFC 1950, or 1951 as some servers send it), piece by piece.
    ///
    /// libcurl would, but takes a stream that was cut off for a whole one, and holds all that one piece expands to in memory.
    final class Inflater {
        enum Coding {
            case gzip
            case deflate

            /// The coding of a name in `Content-Encoding`.
            init?(_ name: String) {
                switch name.lowercased() {
                case "gzip", "x-gzip": self = .gzip
                case "deflate": self = .deflate
                default: return nil
                }
            }
        }

        enum Flaw: Error {
            case broken
            case noMemory
        }

        private enum WindowBits {
            static let gzip: Int32 = 31
            static let zlib: Int32 = 15
            static let raw: Int32 = -15
        }

        static let isAvailable = cinflate_available() != 0
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
                guard let windowBits else { return }
                guard let created = cinflate_create(windowBits) else { throw Flaw.noMemory }
                decoder = created
                input = beginning
                beginning = Data()
            }
            while !input.isEmpty {
                if isAtEnd { try beginMember() }
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

        /// What to tell zlib; `nil` if it is not clear yet.
        private var windowBits: Int32? {
            switch coding {
            case .gzip: return WindowBits.gzip
            case .deflate:
                guard beginning.count >= 2 else { return nil }
                let (first, second) = (beginning[beginning.startIndex], beginning[beginning.startIndex + 1])
                let hasHeader = first & 0x0F == 8 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
                return hasHeader ? WindowBits.zlib : WindowBits.raw
            }
        }

        /// A gzip body may have several members (RFC 1952 §2.2); others end with their end.
        private func beginMember() throws {
            guard coding == .gzip, let decoder else { throw Flaw.broken }
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
