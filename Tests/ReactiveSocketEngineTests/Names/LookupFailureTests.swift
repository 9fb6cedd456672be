#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct LookupFailureTests {
        @Test func anUnknownNameHasTheNumberAndTheTextOfTheSystem() {  // EN24
            let failure = LookupFailure(getaddrinfo: EAI_NONAME, errno: 0)
            #expect(failure.kind == .cannotResolveHost)
            #expect(failure.code == Int(EAI_NONAME))
            #expect(failure.text == "\(String(cString: gai_strerror(EAI_NONAME))) (getaddrinfo \(EAI_NONAME))")
        }

        @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS], [EAI_SYSTEM, EAI_NONAME, EAI_AGAIN])
        func aMissingResourceIsNotAnUnknownName(number: Int32, result: Int32) {  // EN5, TC-53
            let failure = LookupFailure(getaddrinfo: result, errno: number)
            #expect(failure.kind == .resourcesExhausted)
            #expect(failure.code == Int(number))
            #expect(failure.text == "\(String(cString: strerror(number))) (getaddrinfo)")
        }

        @Test func missingMemoryHasItsErrorNumber() {  // EN5
            let failure = LookupFailure(getaddrinfo: EAI_MEMORY, errno: 0)
            #expect(failure.kind == .resourcesExhausted)
            #expect(failure.code == Int(ENOMEM))
        }

        @Test func anySystemErrorOfALookupKeepsItsNumber() {
            let failure = LookupFailure(getaddrinfo: EAI_SYSTEM, errno: EACCES)
            #expect(failure.kind == .cannotResolveHost)
            #expect(failure.code == Int(EACCES))
            #expect(failure.text == "\(String(cString: strerror(EACCES))) (getaddrinfo)")
        }
    }
#endif
