#if os(Linux)
    import Foundation
    import Testing

    @testable import ReactiveNetworking

    @Suite struct ContentDecodingTests {
        @Test(arguments: ["br", "ape", "gzip, br"])
        func anUnofferedContentCodingIsAProtocolError(names: String) throws {
            var decoding = try #require(
                ContentDecoding(["Content-Encoding": names], offered: [.gzip, .deflate])
            )
            do throws(ContentDecoding.Failure) {
                decoding.take(Data(Gzip.member("ape".utf8)))
                _ = try decoding.next()
                Issue.record("decoded")
            } catch {
                #expect(error.kind == .invalidResponse)
                #expect(error.text == "the body has a coding that was not offered")
            }
        }

        @Test func bodiesWithoutAContentCodingAreUnchanged() {
            #expect(ContentDecoding([:]) == nil)
            #expect(ContentDecoding(["Content-Encoding": "identity"]) == nil)
        }
    }
#endif
