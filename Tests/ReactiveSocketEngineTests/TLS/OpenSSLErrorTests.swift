#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct OpenSSLErrorTests {
        private func error(_ number: UInt, isOld: Bool = false) -> OpenSSL.QueuedError {
            OpenSSL.QueuedError(number, isPackedAsBefore3: isOld)
        }

        @Test func errorNumbersOfOldAndNewOpenSSLAreUnderstood() {  // EN25
            for error in [error(0x0A00_0086), error(0x1416_F086, isOld: true)] { #expect(error.isFailedVerification) }
            for error in [error(0x0A00_045C), error(0x1409_445C, isOld: true)] { #expect(error.alert == 116) }
            for error in [error(0x0480_006C), error(0x0909_006C, isOld: true)] { #expect(error.isEndOfPEM) }
            #expect(error(0x0A00_0126).isUnexpectedEnd)
        }

        @Test func onlyAlertsOfHandshakesRefuseAHandshakeThatIsOver() {  // EN28
            let base: UInt = 0x0A00_0000 + 1_000
            for alert: UInt in [40, 42, 45, 48, 49, 51, 116] { #expect(error(base + alert).isRefusal) }
            for alert: UInt in [0, 10, 20, 22, 47, 50, 80, 90] { #expect(!error(base + alert).isRefusal) }
            #expect(!error(0x0A00_0086).isRefusal)
        }

        @Test func aTextEndsWithTheNumberThatOpenSSLPrints() {
            #expect(error(0x0A00_0086).source == "(OpenSSL error 0A000086)")
        }
    }
#endif
