#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct ContentDecodingTests {
        @Test(arguments: ["br", "ape", "gzip, br", "br, gzip", "UTF-8", "aws-chunked", "none", "gzip, aws-chunked"])
        func aBodyWithAnUnofferedContentCodingIsUnchanged(names: String) {  // EN42
            #expect(ContentDecoding(["Content-Encoding": names], offered: [.gzip, .deflate]) == nil)
        }

        /// The decoded body, or the kind of the failure.
        private func decoded(
            _ coding: String,
            _ bytes: [UInt8],
            inPiecesOf count: Int
        ) -> Result<[UInt8], ContentDecoding.Failure> {
            Result { () throws(ContentDecoding.Failure) in
                guard var decoding = ContentDecoding(["Content-Encoding": coding]) else { return bytes }
                var result: [UInt8] = []
                for start in stride(from: 0, to: bytes.count, by: count) {
                    decoding.take(Data(bytes[start..<min(start + count, bytes.count)]))
                    while let piece = try decoding.next() { result += piece }
                }
                try decoding.finish()
                return result
            }
        }

        private static let text = Array("ape".utf8)
        private static let samples: [(coding: String, bytes: [UInt8])] = [
            ("gzip", Gzip.member(text)), ("gzip", Gzip.member(text.prefix(1)) + Gzip.member(text.dropFirst(1))),
            ("deflate", Gzip.zlib(text)), ("deflate", Gzip.stored(text)),
            ("gzip, gzip", Gzip.member(Gzip.member(text))),
            // Encoded with brotli; the frame of Zstandard is made by hand.
            ("br", [0x0B, 0x01, 0x80, 0x61, 0x70, 0x65, 0x03]),
            ("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x03, 0x19, 0x00, 0x00, 0x61, 0x70, 0x65]),
        ].filter { sample in sample.0.contains(",") || Inflater.Coding.available.map(\.rawValue).contains(sample.0) }

        @Test(arguments: [1, 2, 3, 1_000]) func zerosBehindTheEndOfACodingAreIgnored(count: Int) throws {  // EN23
            for (coding, bytes) in Self.samples {
                for padding in [0, 1, 2, 100, 70_000] where padding < 1_000 || count > 100 {
                    let body = bytes + Array(repeating: 0, count: padding)
                    #expect(try decoded(coding, body, inPiecesOf: count).get() == Self.text, "\(coding) \(padding)")
                }
            }
        }

        @Test(arguments: [1, 2, 3, 1_000]) func bytesOtherThanZerosBehindACodingAreAFailure(count: Int) {  // EN23
            for (coding, bytes) in Self.samples {
                for rest in ["x", "\r\n", "\0x", "\0\0\r\n", "xyz and more", "\u{1}"] {
                    let result = decoded(coding, bytes + Array(rest.utf8), inPiecesOf: count)
                    guard case .failure(let failure) = result else {
                        Issue.record("\(coding) with \(rest.debugDescription): \(result)")
                        continue
                    }
                    #expect(failure.kind == .invalidResponse, "\(coding) with \(rest.debugDescription)")
                }
                // Another stream does not follow padding.
                let padded = decoded(coding, bytes + [0] + bytes, inPiecesOf: count)
                guard case .failure(let failure) = padded, failure.kind == .invalidResponse else {
                    Issue.record("\(coding): \(padded)")
                    continue
                }
            }
        }

        @Test func aMemberThatIsCutOffIsTruncated() {  // EN23
            let member = Gzip.member(Self.text)
            for count in 1..<member.count {
                guard case .failure(let failure) = decoded("gzip", member + member.prefix(count), inPiecesOf: 7) else {
                    Issue.record("decoded")
                    continue
                }
                #expect(failure.kind == .truncatedResponse)
            }
        }

        @Test func bodiesWithoutAContentCodingAreUnchanged() {
            #expect(ContentDecoding([:]) == nil)
            for names in ["identity", "Identity", "", " , ", "identity, identity"] {
                #expect(ContentDecoding(["Content-Encoding": names]) == nil)
            }
        }
    }
#endif
