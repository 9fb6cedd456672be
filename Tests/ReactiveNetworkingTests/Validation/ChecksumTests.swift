import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

let abcSHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
let abcMD5 = "900150983cd24fb0d6963f7d28e17f72"

@Suite struct ChecksumTests {
    private func run(
        _ validation: ResponseValidation,
        _ reply: StubTransport.Reply = .text("abc"),
        _ method: HTTP.Method = .get
    ) -> (events: EventRecorder<String, OperationError>, world: VirtualNetwork) {
        let world = VirtualNetwork(reply)
        let request = RequestBuilder(method, "http://api.test/abc").validating(validation).build()
        let events = world.network.send(request, decoding: .data)
            .map { String(decoding: $0.rawData, as: UTF8.self) }.record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
        return (events, world)
    }

    private func mismatch(
        _ expected: String,
        _ algorithm: Checksum.Algorithm = .sha256
    ) throws -> ResponseValidationError.Reason {
        .checksum(
            expected: try #require(Checksum(algorithm, expected)),
            actual: Checksum(of: Data("abc".utf8), algorithm)
        )
    }

    @Test(
        arguments: [
            .sha256(abcSHA256), .sha256(abcSHA256.uppercased()),
            .sha256("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="), .md5(abcMD5), .md5("kAFQmDzST7DWlj99KOF/cg=="),
            .checksum(Checksum(of: Data("abc".utf8), .md5)),
        ] as [ResponseValidation]
    )
    func aBodyWithItsChecksumIsAccepted(validation: ResponseValidation) {  // T1, BC-9
        #expect(run(validation).events.all == [.value(at: .zero, "abc"), .completed(at: .zero)])
    }

    @Test func aBodyWithAnotherChecksumIsRejectedWithBoth() throws {  // T1, BC-9
        let other = String(repeating: "0", count: 64)
        let (events, world) = run(.sha256(other))
        let rejection = try #require(events.failure?.cause(as: ResponseValidationError.self))
        let expected = try mismatch(other)
        #expect(rejection.reason == expected)
        #expect(rejection.data == Data("abc".utf8))
        #expect(events.all.count == 1)
        #expect(world.stub.requests.count == 1)
        let text = "its checksum is SHA-256 \(abcSHA256), but must be \(other)"
        #expect(events.failure?.description.hasSuffix(text) == true)
    }

    @Test(arguments: ["", "abc", String(repeating: "0", count: 63), String(repeating: "x", count: 64), abcMD5])
    func aTextThatIsNoDigestFailsBeforeAnythingIsSent(text: String) {  // T1
        let (events, world) = run(.sha256(text))
        #expect(events.all == [.failed(at: .zero, .requestFailure(error: RequestError.invalidChecksum(.sha256)))])
        #expect(world.stub.requests.isEmpty)
        #expect("\(RequestError.invalidChecksum(.md5))".contains("32 hexadecimal digits"))
    }

    @Test func checksumsOfBothAlgorithmsCanBeRequired() throws {  // T1
        let world = VirtualNetwork(.text("abc"))
        let zeros = String(repeating: "0", count: 32)
        let request = RequestBuilder(.get, "http://api.test/").validating(.sha256(abcSHA256)).validating(.md5(zeros))
        let rejected = world.network.send(request.build()).record(on: world.clock)
        let expected = try mismatch(zeros, .md5)
        #expect(rejected.failure?.cause(as: ResponseValidationError.self)?.reason == expected)
        let replaced = world.network.send(request.validating(.md5(abcMD5)).build()).record(on: world.clock)
        #expect(replaced.failure == nil)
    }

    @Test func responsesWithoutABodyAreExempt() {  // T1
        #expect(run(.sha256(abcSHA256), .status(.noContent)).events.values == [""])
        #expect(run(.sha256(abcSHA256), .status(.ok), .head).events.values == [""])
        #expect(run(.sha256(abcSHA256), .status(.ok)).events.failure?.cause(as: ResponseValidationError.self) != nil)
    }

    @Test func theChecksumIsVerifiedAfterOtherChecksAndBeforeTheValidator() throws {  // T1, N4
        let zeros = String(repeating: "0", count: 64)
        #expect(
            run(.sha256(zeros), .status(.notFound)).events.failure
                == .unexpectedResponseCode(httpCode: .notFound, data: nil)
        )
        let subject = Locked<OperationError?>(nil)
        let world = VirtualNetwork(.text("abc"))
        let request = RequestBuilder(.get, "http://api.test/").validating(.sha256(zeros)).validating { response in
            subject.withLock { $0 = response.failure }
            return .accepted
        }
        #expect(world.network.send(request.build()).record(on: world.clock).failure == nil)
        let expected = try mismatch(zeros)
        #expect(subject.value?.cause(as: ResponseValidationError.self)?.reason == expected)
    }

    @Test func theChecksumIsThatOfTheDeliveredBytes() {  // T1, F-23
        let hooks = Hooks().transform(body: { body, _ in Data(body.reversed()) })
        let world = VirtualNetwork(script: [.text("cba")], hooks: hooks)
        let request = RequestBuilder(.get, "http://api.test/").validating(.sha256(abcSHA256)).build()
        let events = world.network.send(request, decoding: .text()).record(on: world.clock)
        #expect(events.values.map(\.parsedData) == ["abc"])
    }

    @Test func aDownloadIntoMemoryIsChecked() throws {  // T1, F-15
        for digest in [abcSHA256, String(repeating: "0", count: 64)] {
            let world = VirtualNetwork(.chunks([Data("ab".utf8), Data("c".utf8)], every: .seconds(1)))
            let request = RequestBuilder(.get, "http://api.test/").validating(.sha256(digest)).build()
            let events = world.network.download(request, decoding: .data).onlyValue().map(\.parsedData)
                .record(on: world.clock)
            world.clock.run()
            if digest == abcSHA256 {
                #expect(events.all == [.value(at: .seconds(2), Data("abc".utf8)), .completed(at: .seconds(2))])
            } else {
                let expected = try mismatch(digest)
                #expect(events.failure?.cause(as: ResponseValidationError.self)?.reason == expected)
            }
            #expect(world.isQuiet)
        }
    }

    @Test func equalValidationsHaveEqualChecksums() {  // T1
        #expect(ResponseValidation.sha256(abcSHA256) == .sha256(abcSHA256.uppercased()))
        #expect(ResponseValidation.sha256(abcSHA256) != .md5(abcMD5))
    }
}
