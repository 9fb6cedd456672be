import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct StatusCodeTests {
    @Test func unknownCodesKeepTheirNumber() {  // N5
        for number in [599, 799, 0, -1, 1000] {
            #expect(HTTP.StatusCode(rawValue: number).rawValue == number)
            #expect(HTTP.StatusCode(rawValue: number).reasonPhrase == nil)
            #expect(HTTP.StatusCode(rawValue: number).description == "\(number)")
        }
    }

    @Test func registeredCodesHaveTheirNumberAndPhrase() {
        #expect(HTTP.StatusCode.notFound.description == "404 Not Found")
        #expect(HTTP.StatusCode.ok == 200)
        #expect(HTTP.StatusCode.created == 201)
        #expect(HTTP.StatusCode.noContent == 204)
        #expect(HTTP.StatusCode.tooManyRequests == 429)
        #expect(HTTP.StatusCode.internalServerError == 500)
        #expect(HTTP.StatusCode.networkAuthenticationRequired.description == "511 Network Authentication Required")
    }

    @Test func sixtyTwoCodesHaveAPhrase() {
        let known = (0...999).filter { HTTP.StatusCode(rawValue: $0).reasonPhrase != nil }
        #expect(known.count == 62)
        #expect(known.first == 100)
        #expect(known.last == 511)
    }

    @Test func everyNumberIsInAtMostOneClass() {
        for number in 0...999 {
            let code = HTTP.StatusCode(rawValue: number)
            let classes = [
                code.isInformational, code.isSuccess, code.isRedirection, code.isClientError, code.isServerError,
            ]
            #expect(classes.firstIndex(of: true) == ((1...5).contains(number / 100) ? number / 100 - 1 : nil))
            #expect(classes.filter { $0 }.count <= 1)
        }
    }

    @Test func codesAreOrderedByNumber() {
        #expect([HTTP.StatusCode.notFound, .ok, .found].sorted() == [.ok, .found, .notFound])
    }

    @Test func successIsEveryCodeFrom200To299() {  // N5
        #expect(HTTP.StatusCode.allSuccess.map(\.rawValue) == Array(200...299))
    }
}
