import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct DownloadTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func run(
        _ it: VirtualNetwork,
        _ request: Request = .get("http://api.test/files/report.pdf"),
        to destination: Destination
    ) -> EventRecorder<TransferUpdate<DownloadedFile>, OperationError> {
        let events = it.network.download(request, to: destination).record(on: it.clock)
        it.clock.run()
        #expect(it.isQuiet)
        return events
    }

    private var target: Destination { .file(folder.file("report.pdf")) }

    @Test func aFileIsWrittenAndNothingElse() throws {  // F-16, C-67
        let it = VirtualNetwork(.chunks([Data("ab".utf8), Data("c".utf8)], headers: ["Content-Length": "3"]))
        let events = run(it, to: target)
        let file = try #require(events.values.last?.value)
        #expect(file.url.path == folder.file("report.pdf").path)
        #expect(file.byteCount == 3)
        #expect(file.resumedByteCount == 0)
        #expect(file.statusCode == .ok)
        #expect(folder.text(of: "report.pdf") == "abc")
        #expect(folder.names == ["report.pdf"])
        #expect(events.values.count { $0.value != nil } == 1)
    }

    @Test func progressGrowsAndComesToTheTotalOnceBeforeTheFile() {  // F-15, C-67
        let chunks = (0..<20).map { _ in Data(count: 10) }
        let it = VirtualNetwork(.chunks(chunks, every: .milliseconds(40), headers: ["Content-Length": "200"]))
        let events = run(it, to: target)
        let progress = events.values.compactMap(\.progress)
        #expect(progress.first == TransferProgress(byteCount: 0, totalByteCount: 200))
        #expect(progress.map(\.byteCount) == progress.map(\.byteCount).sorted())
        #expect(progress.count { $0.byteCount == 200 } == 1)
        #expect(progress.last?.fraction == 1)
        #expect(progress.count == 1 + 6 + 1)
        #expect(events.values.last?.value != nil)
    }

    @Test func aTotalThatIsNotAnnouncedIsSaidAtTheEnd() {  // F-15
        let it = VirtualNetwork(.chunks([Data(count: 5), Data(count: 5)], every: .seconds(1)))
        let progress = run(it, to: target).values.compactMap(\.progress)
        #expect(progress.map(\.totalByteCount) == [nil, nil, nil, 10])
        #expect(progress.last?.isWhole == true)
    }

    @Test func anEmptyFileIsAFileToo() {  // F-16
        let events = run(VirtualNetwork(.status(.ok, headers: ["Content-Length": "0"])), to: target)
        #expect(events.values.compactMap(\.progress) == [TransferProgress(byteCount: 0, totalByteCount: 0)])
        #expect(folder.contents(of: "report.pdf") == Data())
    }

    @Test func theFileHasTheUsualPermissionsOnlyAtTheEnd() throws {  // F-16, T18
        let it = VirtualNetwork(.chunks([Data("ab".utf8), Data("c".utf8)], every: .seconds(1)))
        it.network.download(.get(), to: target).start()
        it.clock.advance(by: .milliseconds(1_500))
        #expect(folder.hiddenNames.count == 1)
        #expect(folder.mode(of: folder.hiddenNames[0]) == 0o600)
        #expect(folder.contents(of: "report.pdf") == nil)
        it.clock.run()
        #expect(FileManager.default.createFile(atPath: folder.file("other").path, contents: nil))
        #expect(folder.mode(of: "report.pdf") == folder.mode(of: "other"))
    }

    @Test func onlyTheValueOrOnlyTheProgressCanBeHad() async throws {  // F-15
        let network = Network(
            transport: StubTransport(.status(.ok, body: Data("abc".utf8))),
            scheduler: ImmediateScheduler()
        )
        let file = try await network.download(.get(), to: target).onlyValue().value()
        #expect(file.byteCount == 3)
        let progress = network.download(.get(), to: target.replacing()).onlyProgress().record()
        #expect(progress.values.last == TransferProgress(byteCount: 3, totalByteCount: 3))
    }

    // Names

    @Test func aDirectoryGetsTheNameOfTheDisposition() {  // F-16, B54
        let name = "attachment; filename=\"../../x.sh\"; filename*=UTF-8''%2e%2e%2fna%C3%AFve.txt"
        let it = VirtualNetwork(.status(.ok, headers: ["Content-Disposition": name], body: Data([1])))
        #expect(run(it, to: .directory(folder.url)).values.last?.value?.url.lastPathComponent == "naïve.txt")
        #expect(folder.names == ["naïve.txt"])
    }

    @Test func aDirectoryGetsTheNameOfTheUrlOtherwise() {  // F-16
        _ = run(VirtualNetwork(.status(.ok, body: Data([1]))), to: .directory(folder.url))
        #expect(folder.names == ["report.pdf"])
    }

    // What is there

    @Test func anExistingFileIsKeptAndNothingIsSent() throws {  // F-16, T18, B52
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        let it = VirtualNetwork(.status(.ok, body: Data([1])))
        let events = run(it, to: target)
        #expect(events.failure?.transferError == .fileExists(path: folder.file("report.pdf").path))
        #expect(it.stub.requests.isEmpty)
        #expect(folder.text(of: "report.pdf") == "old")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func aFileThatComesMeanwhileIsKeptToo() throws {  // F-16, T18
        let it = VirtualNetwork(.chunks([Data("new".utf8)], every: .seconds(1)))
        let events = it.network.download(.get(), to: target).record(on: it.clock)
        it.clock.advance(by: .milliseconds(500))
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        it.clock.run()
        #expect(events.failure?.transferError == .fileExists(path: folder.file("report.pdf").path))
        #expect(folder.text(of: "report.pdf") == "old")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func anExistingFileOfASuggestedNameIsKeptBeforeTheBodyIsReceived() throws {  // F-16
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        let it = VirtualNetwork(.chunks([Data("new".utf8)], every: .seconds(60)))
        let events = run(it, to: .directory(folder.url))
        #expect(events.all.last?.time == .zero)
        #expect(events.failure?.transferError == .fileExists(path: folder.file("report.pdf").path))
        #expect(it.stub.cancelledCount == 1)
    }

    @Test func anExistingFileIsReplacedIfAsked() throws {  // F-16
        try Data("old and longer".utf8).write(to: folder.file("report.pdf"))
        _ = run(VirtualNetwork(.status(.ok, body: Data("new".utf8))), to: target.replacing())
        #expect(folder.text(of: "report.pdf") == "new")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func aFailureLeavesTheFileThatWasToBeReplaced() throws {  // F-16, B52
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        let it = VirtualNetwork(
            .cut(afterSending: [Data("ne".utf8)], headers: ["Content-Length": "3"]),
            retryPolicy: .never
        )
        #expect(run(it, to: target.replacing()).failure?.transportError?.kind == .truncatedResponse)
        #expect(folder.text(of: "report.pdf") == "old")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func aNumberedFileGetsTheNextFreeName() throws {  // F-16
        for expected in ["report.pdf", "report (1).pdf", "report (2).pdf"] {
            let events = run(VirtualNetwork(.status(.ok, body: Data([1]))), to: target.uniquingName())
            #expect(events.values.last?.value?.url.lastPathComponent == expected)
        }
        #expect(folder.names == ["report (1).pdf", "report (2).pdf", "report.pdf"])
    }

    @Test func aLinkAtTheTargetIsNotFollowed() throws {  // T18, B52
        let victim = folder.file("victim")
        try Data("precious".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(at: folder.file("report.pdf"), withDestinationURL: victim)
        let kept = run(VirtualNetwork(.status(.ok, body: Data("new".utf8))), to: target)
        #expect(kept.failure?.transferError == .fileExists(path: folder.file("report.pdf").path))
        _ = run(VirtualNetwork(.status(.ok, body: Data("new".utf8))), to: target.replacing())
        #expect(folder.text(of: "report.pdf") == "new")
        #expect(folder.text(of: "victim") == "precious")
    }
}
