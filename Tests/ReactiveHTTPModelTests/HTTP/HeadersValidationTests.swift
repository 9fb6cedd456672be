import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct HeadersValidationTests {
    private static let controlBytes = Array(UInt8(0)...31) + [127]

    @Test(arguments: controlBytes) func controlBytesExceptTheTabAreRejectedInValues(byte: UInt8) {  // N14
        let control = String(decoding: [byte], as: UTF8.self)
        for value in ["a\(control)b", "\(control)a", "a\(control)", control, "a\r\n\(control)X-Evil: 1"] {
            let headers: HTTP.Headers = ["X-Name": value]
            let isHarmless = byte == 9 && !value.utf8.contains(13)
            let outcome = Result { () throws(RequestError) in try headers.validate() }
            #expect(outcome.failure == (isHarmless ? nil : .invalidHeaderValue(name: "X-Name")))
        }
    }

    @Test(arguments: controlBytes + [32, 58, 40, 34, 64, 128, 255]) func onlyTokenBytesAreAllowedInNames(byte: UInt8) {
        for bytes in [[97, byte, 98], [byte, 97, 98], [97, 98, byte], [byte]] as [[UInt8]] {
            let name = String(decoding: bytes, as: UTF8.self)
            let prefix = String(decoding: bytes.prefix { $0 != byte }, as: UTF8.self)
            #expect(throws: RequestError.invalidHeaderName(prefix)) { try HTTP.Headers([name: "v"]).validate() }
        }
    }

    @Test func anEmptyNameIsRejected() {
        #expect(throws: RequestError.invalidHeaderName("")) { try HTTP.Headers(["": "v"]).validate() }
    }

    @Test func everyByteExceptControlsIsAllowedInValues() throws {
        let ascii = String(decoding: Array(UInt8(32)...126), as: UTF8.self)
        try HTTP.Headers(["X": ascii, "Y": "żółć 😃", "Z": "", "W": "a\tb"]).validate()
    }

    @Test func theErrorNamesTheHeaderAndNeverItsValue() {
        let error = #expect(throws: RequestError.self) {
            try HTTP.Headers(["X-Token": "canary\r\n"]).validate()
        }
        #expect(error?.description == "the value of the header X-Token has a control character")
    }

    @Test func theErrorHidesAValueGivenAsAName() {
        let error = #expect(throws: RequestError.self) {
            try HTTP.Headers(["Authorization: Bearer canary": ""]).validate()
        }
        #expect(error?.description == "a header name is not a token (\"Authorization\")")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
