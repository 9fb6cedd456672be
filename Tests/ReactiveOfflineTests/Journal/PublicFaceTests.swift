import Foundation
import ReactiveNetworking
import ReactiveOffline
import ReactiveTesting
import Testing

/// The names, labels and defaults that users write, without access to the inside of the module.
@Suite struct PublicFaceTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "face-\(UUID().uuidString)")
    private let network = Network(transport: StubTransport(.status(.created)), clock: TestScheduler())

    @Test func theConfigurationHasTheDefaultsOfTheContract() throws {  // J17, J21
        var configuration = RequestJournal.Configuration()
        #expect(configuration.maxEntries == 10_000)
        #expect(configuration.maxByteCount == 64 << 20)
        #expect(configuration.overflow == .refuse)
        #expect(configuration.inlineBodyByteCount == 64 << 10)
        #expect(configuration.expiresAfter == .seconds(7 * 86_400))
        #expect(configuration.maxAttempts == 10)
        #expect(configuration.uncertain == .sendAgain)
        #expect(configuration.seal == nil)
        #expect(UUID(uuidString: configuration.makeKey()) != nil)
        let judge = configuration.judge as @Sendable (Network.OperationError) -> Verdict
        #expect(judge(.unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil)) == .keep)
        configuration.overflow = .dropOldest
        configuration.uncertain = .park
        configuration.expiresAfter = nil
        configuration.judge = .standard
        configuration.judge = .offlineOnly
        configuration.judge = { _ in .keep }
        configuration.restore = { request, entry in entry.attempts == 0 ? request : Request(entry.method, entry.url) }
        configuration.wallClock = { Date(timeIntervalSince1970: 0) }
        configuration.seal = Seal(seal: { data, context in data + context }, open: { data, _ in data })
        _ = RequestJournal.Configuration(judge: .offlineOnly)
        _ = RequestJournal.Configuration(judge: Verdict.offlineOnly)
    }

    @Test func aJournalHasTheMembersOfTheContract() throws {  // J15, J16, J19, J20, J22
        defer { try? FileManager.default.removeItem(at: directory) }
        let journal: RequestJournal
        do throws(JournalError) {
            journal = try RequestJournal(directory, over: network, .init())
        } catch {
            Issue.record(error)
            return
        }
        let request = Request(.post, "https://test.a/a", body: .text("a"))
        let added: SignalProducer<RequestJournal.Entry, JournalError> = journal.add(request, key: "lane")
        let sent: SignalProducer<Delivery, JournalError> = journal.send(request)
        let replayed: SignalProducer<Delivery, Never> = journal.replay(width: 2)
        let triggered: SignalProducer<Delivery, Never> = journal.replay(
            width: 1,
            whenever: SignalProducer<Int, Never>(value: 1)
        )
        let cancelled: SignalProducer<Void, JournalError> = journal.cancel(9)
        let stored: SignalProducer<Network.DataResponse<Data>, Network.OperationError> =
            network.send(request, decoding: .data).stored(in: journal, request)
        let events: Signal<JournalEvent, Never> = journal.events
        let seen = events.record()

        added.start()
        let entry = try #require(journal.entries.first)
        let fields: (UInt64, String, HTTP.Method, String, Date?, Int, Int64) = (
            entry.id, entry.key, entry.method, entry.url, entry.expires, entry.attempts, entry.bodyByteCount
        )
        #expect(fields.0 == 1 && fields.1 == "lane" && fields.2 == .post && fields.3 == "https://test.a/a")
        #expect(fields.4 == entry.added.addingTimeInterval(7 * 86_400) && fields.5 == 0 && fields.6 == 1)
        #expect(entry.idempotencyKey != nil)
        #expect(entry.state == .waiting)
        #expect(try RequestJournal.inspect(directory) == [entry])
        #expect(journal.count.value == 1)
        #expect(sent.record().values.map(\.entry.id) == [2, 2])
        #expect(replayed.record().values.map(\.entry.id) == [1])
        #expect(journal.progress.value.done == 1 && journal.progress.value.total == 1)
        #expect(triggered.record().isTerminated)
        #expect(cancelled.record().all.map(\.event.error) == [.unknownEntry])
        #expect(stored.record().values.count == 1)
        journal.unpark(1)
        journal.removeAll()
        #expect(seen.values.contains { if case .delivered = $0 { true } else { false } })
        journal.close()
    }

    @Test func everyCaseCanBeNamed() {
        let verdicts: [Verdict] = [.discard, .keep, .offline]
        let states: [RequestJournal.Entry.State] = [.waiting, .sending, .parked(reason: "a")]
        let errors: [JournalError] = [
            .inUse, .io(call: "fsync", path: "/", code: 5), .full(entries: 1, bytes: 2), .secret("a"),
            .unstorable(.invalidURL(text: "", reason: .empty)), .newerVersion(2), .notAJournal,
            .sealFailed(RequestError.Cause(JournalError.closed)), .unknownEntry, .closed,
        ]
        let events: [JournalEvent] = [
            .cancelled, .recovered(tornByteCount: 1), .damaged(at: 1, movedTo: directory), .compacted, .failed(.inUse),
        ]
        #expect(verdicts.count + states.count + errors.count + events.count == 21)
    }
}
