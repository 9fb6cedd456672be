#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The progress of an exchange without a connection, at instants of the test.
    @Suite final class ExchangeProgressTests {
        private final class Receiver: ExchangeReceiver {
            func keep(_ work: any Disposable, of exchange: Int) {}
            func needs(_ exchange: Int) -> Bool { true }
            func receive(_ event: TransportEvent, of exchange: Int) {}
            func receive(_ response: RawResponse, of exchange: Int) {}
            func end(_ termination: Termination<TransportError>, of exchange: Int) {}
        }

        private let engine: Engine

        init() throws { engine = try Engine(SocketTransport.Configuration()) }

        deinit { engine.post(.retire) }

        private func progress(
            _ request: Request = .get("http://x.test/"),
            isReused: Bool = false
        ) throws -> ExchangeProgress {
            let output = ExchangeOutput(to: Receiver(), 0)
            return ExchangeProgress(
                try SocketExchange(try request.prepared(), output, over: engine),
                isReused: isReused
            )
        }

        private func upload(expectsContinue: Bool = false) -> Request {
            let builder = RequestBuilder(.put, "http://x.test/").data(Data(count: 8))
            return (expectsContinue ? builder.header("Expect", "100-continue") : builder).build()
        }

        private func events(_ announcement: ExchangeProgress.Announcement) -> [TransportEvent] {
            var events: [TransportEvent] = []
            announcement.send { events.append($0) }
            return events
        }

        // Announcements

        @Test func eachPhaseOfTheRequestIsAnnouncedOnce() throws {
            var progress = try progress(upload())
            #expect(events(progress.takeAnnouncement()) == [])
            progress.hasBegun = true
            #expect(events(progress.takeAnnouncement()) == [.phase(.sending)])
            progress.sentByteCount = 5
            #expect(events(progress.takeAnnouncement()) == [.uploadProgress(sent: 5, total: 8)])
            #expect(events(progress.takeAnnouncement()) == [])
            progress.sentByteCount = 8
            progress.isSent = true
            let last: [TransportEvent] = [.uploadProgress(sent: 8, total: 8), .phase(.waitingForHead)]
            #expect(events(progress.takeAnnouncement()) == last)
            #expect(events(progress.takeAnnouncement()) == [])
        }

        @Test func aRequestWithoutABodyHasNoPhaseOfSending() throws {
            var progress = try progress()
            progress.hasBegun = true
            progress.isSent = true
            #expect(events(progress.takeAnnouncement()) == [.phase(.waitingForHead)])
        }

        @Test func noPhaseIsAnnouncedAfterTheHeadOfTheResponse() throws {
            var progress = try progress(upload())
            progress.hasBegun = true
            progress.noteHead(200)
            progress.sentByteCount = 8
            progress.isSent = true
            #expect(events(progress.takeAnnouncement()) == [.uploadProgress(sent: 8, total: 8)])
        }

        // Body

        @Test func aBodyWaitsForConsent() throws {  // EN16
            var progress = try progress(upload(expectsContinue: true))
            #expect(!progress.sendsBody)
            progress.proceed()
            #expect(progress.sendsBody)
        }

        @Test func aBodyWithoutConsentGoesOutWhenTheTimeIsUp() throws {  // EN16
            var progress = try progress(upload(expectsContinue: true))
            progress.startConsentTimer()
            let due = try #require(progress.due)
            #expect(progress.act(at: due + .milliseconds(-1), awaitsRest: false, awaitsThisSide: false) == false)
            #expect(!progress.sendsBody)
            #expect(progress.act(at: due, awaitsRest: false, awaitsThisSide: false) == false)
            #expect(progress.sendsBody)
            #expect(progress.due == nil)
        }

        @Test(arguments: [(200, false, true), (200, true, false), (300, false, false), (417, true, false)])
        func aHeadKeepsTheBodyBackIfItRefusesOrComesInsteadOfConsent(
            status: Int,
            expectsContinue: Bool,
            isSent: Bool
        ) throws {  // EN16, EN17
            var progress = try progress(upload(expectsContinue: expectsContinue))
            progress.noteHead(status)
            #expect(progress.sendsBody == isSent)
            #expect(progress.hasRest == isSent)
        }

        @Test(arguments: [false, true])
        func theTimerOfALostRequestOutlastsTheHead(keepsTimer: Bool) throws {
            var progress = try progress(upload())
            progress.startRestTimer()
            progress.noteHead(400, keepsTimer: keepsTimer)
            #expect((progress.due != nil) == keepsTimer)
        }

        // Time

        @Test func theRestOfARequestMayTakeASecondWithoutAMove() throws {  // EN17
            var progress = try progress(upload())
            let start = progress.lastMove
            progress.startRestTimer()
            let due = try #require(progress.due)
            progress.lastMove = due + .milliseconds(-400)
            #expect(progress.act(at: due, awaitsRest: true, awaitsThisSide: false) == false)
            #expect(progress.due == due + .milliseconds(600))
            #expect(progress.act(at: due + .milliseconds(600), awaitsRest: true, awaitsThisSide: false) == true)
            #expect(due >= start + .seconds(1))
        }

        @Test func theRestIsNotOverWhileThisSideIsToAct() throws {  // EN17
            var progress = try progress(upload())
            progress.startRestTimer()
            let due = try #require(progress.due)
            progress.lastMove = due + .seconds(-1)
            #expect(progress.act(at: due, awaitsRest: true, awaitsThisSide: true) == false)
            #expect(progress.due == due + .milliseconds(100))
        }

        @Test func theTimeInWhichTheSourceWasToActIsNotIdle() throws {
            var progress = try progress(upload())
            let start = progress.lastMove
            #expect(progress.idleTime(at: start + .seconds(3), isStarved: false) == .seconds(3))
            #expect(progress.idleTime(at: start + .seconds(5), isStarved: true) == .zero)
            #expect(progress.idleTime(at: start + .seconds(7), isStarved: false) == .seconds(2))
        }

        // Ends

        @Test(arguments: [false, true], [false, true])
        func aLostConnectionMayHaveTakenTheRequestUnlessItWasReused(isReused: Bool, isSent: Bool) throws {  // EN13
            var progress = try progress(upload(), isReused: isReused)
            progress.isSent = isSent
            let error = progress.error(.connectionLost, nil, "")
            #expect(error.mayHaveReachedServer == (!isReused || isSent))
            #expect(error.phase == (isSent ? .waitingForHead : .sending))
        }

        @Test func whatHasArrivedShowsThatTheRequestReachedTheServer() throws {
            var progress = try progress(isReused: true)
            #expect(!progress.error(.handshakeRefused, nil, "").mayHaveReachedServer)
            progress.noteArrival(at: progress.lastMove)
            #expect(progress.error(.handshakeRefused, nil, "").mayHaveReachedServer)
            #expect(!progress.error(.connectionLost, nil, "", mayHaveReachedServer: false).mayHaveReachedServer)
        }

        @Test func metricsTellOfTheFirstByteAndTheLastMove() throws {
            var progress = try progress(upload(), isReused: true)
            let began = progress.exchange.began
            progress.noteArrival(at: began + .seconds(1))
            progress.noteArrival(at: began + .seconds(2))
            progress.note(received: 3)
            progress.note(received: 4)
            progress.sentByteCount = 8
            let metrics = progress.metrics(ConnectionFacts(), protocolVersion: "HTTP/2")
            #expect(metrics.firstByte == .seconds(1))
            #expect(metrics.total == .seconds(2))
            #expect(metrics.receivedByteCount == 7)
            #expect(metrics.sentByteCount == 8)
            #expect(metrics.reusedConnection == true)
            #expect(metrics.protocolVersion == "HTTP/2")
        }
    }
#endif
