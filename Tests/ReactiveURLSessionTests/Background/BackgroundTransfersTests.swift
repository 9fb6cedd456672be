import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveURLSession

@Suite struct BackgroundTransfersTests {
    #if os(Linux)
        @Test func withoutABackgroundServiceEveryStartFailsAndSaysWhatToUse() async throws {  // F-69
            let stub = StubTransport(.status(.ok))
            let network = Network(transport: stub, clock: TestScheduler())
            let transfers = BackgroundTransfers(identifier: "test", over: network) { event in
                Issue.record("There was an event: \(event)")
            }
            let file = URL(fileURLWithPath: "/tmp/film")
            let upload = RequestBuilder(.post, "https://api.test/films").file(file).build()
            let starts = [
                transfers.download(.get("https://api.test/films/7"), to: file, id: "7").record(),
                transfers.upload(upload, id: "8").record(),
            ]
            for start in starts {
                let error = try #require(start.all.first?.event.error)
                #expect(start.all.count == 1)
                #expect(error.cause(as: TransportError.self)?.kind == .unsupported)
                #expect("\(error)".contains("Destination.resumable()"))
                #expect("\(error)".contains("ReactiveOffline"))
            }
            #expect(stub.requests.isEmpty)
            #expect(transfers.transfersInProgress().record().values == [[]])
            transfers.cancel(id: "7")
            await withCheckedContinuation { continuation in
                transfers.whenEventsAreDelivered { continuation.resume() }
            }
        }
    #endif

    @Test func aTicketSurvivesTheProcess() throws {  // F-69
        let transfer = BackgroundTransfers.Transfer(id: "film \"7\" ä", file: URL(fileURLWithPath: "/films/ä 7.mp4"))
        let ticket = BackgroundTicket(transfer, accepting: [.ok, .notModified])
        let read = try #require(BackgroundTicket(text: ticket.text))
        #expect(read == ticket)
        #expect(read.transfer == transfer)
        #expect(
            [200, 204, 304, 404].map { read.accepts(HTTP.StatusCode(rawValue: $0)) } == [true, false, true, false]
        )
        let upload = BackgroundTransfers.Transfer(id: "u")
        #expect(BackgroundTicket(text: BackgroundTicket(upload, accepting: .success).text)?.transfer == upload)
    }

    @Test func aFileInTheHomeDirectoryMovesWithIt() throws {  // F-69
        func moved(_ path: String, from home: String, to other: String) -> String? {
            let transfer = BackgroundTransfers.Transfer(id: "7", file: URL(fileURLWithPath: path))
            let ticket = BackgroundTicket(transfer, accepting: .success, home: home)
            return BackgroundTicket(text: ticket.text)?.transfer(home: other).file?.path
        }
        #expect(moved("/apps/1/Documents/film", from: "/apps/1", to: "/apps/2") == "/apps/2/Documents/film")
        #expect(moved("/apps/10/film", from: "/apps/1", to: "/apps/2") == "/apps/10/film")
        #expect(moved("/groups/film", from: "/apps/1", to: "/apps/2") == "/groups/film")
    }

    @Test(arguments: [nil, "", "film-7", "{}", "[]", #"{"id":7,"accepted":[]}"#, #"{"id":"7","accepted":[[9,1]]}"#])
    func invalidTextIsNoTicket(text: String?) {
        #expect(BackgroundTicket(text: text) == nil)
    }

    @Test func aFileIsPlacedInOneStepAndReplacesAnother() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(Authorization.randomNonce())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, file) = (folder.appendingPathComponent("source"), folder.appendingPathComponent("file"))
        for text in ["first", "second"] {
            try Data(text.utf8).write(to: source)
            try BackgroundFile.move(source, to: file)
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        try Data("third".utf8).write(to: source)
        #expect(BackgroundFile.beginning(of: source) == Data("third".utf8))
        let nowhere = folder.appendingPathComponent("none/file")
        #expect(throws: TransferError.invalidDestination(path: nowhere.path, reason: .missingDirectory)) {
            try BackgroundFile.move(source, to: nowhere)
        }
        let directory = folder.appendingPathComponent("directory")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        #expect(throws: TransferError.invalidDestination(path: directory.path, reason: .isADirectory)) {
            try BackgroundFile.move(source, to: directory)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["directory", "file"])
        #expect(BackgroundFile.beginning(of: nowhere) == nil)
    }
}
