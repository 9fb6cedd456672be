import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct DownloadTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func run(
        _ world: VirtualNetwork,
        _ request: Request = .get("http://api.test/files/report.pdf"),
        to destination: Destination
    ) -> EventRecorder<TransferUpdate<DownloadedFile>, OperationError> {
        let events = world.network.download(request, to: destination).record(on: world.clock)
        world.clock.run()
        #expect(world.isQuiet)
        return events
    }

    private var target: Destination { .file(folder.file("report.pdf")) }

    @Test func onlyTheFileIsWritten() throws {  // F-16, C-67
        let world = VirtualNetwork(.chunks([Data("ab".utf8), Data("c".utf8)], headers: ["Content-Length": "3"]))
        let events = run(world, to: target)
        let file = try #require(events.values.last?.value)
        #expect(file.url.path == folder.file("report.pdf").path)
        #expect(file.byteCount == 3)
        #expect(file.resumedByteCount == 0)
        #expect(file.statusCode == .ok)
        #expect(folder.text(of: "report.pdf") == "abc")
        #expect(folder.names == ["report.pdf"])
        #expect(events.values.count { $0.value != nil } == 1)
    }

    @Test func progressGrowsAndReachesTheTotalOnceBeforeTheValue() {  // F-15, C-67
        let chunks = (0..<20).map { _ in Data(count: 10) }
        let world = VirtualNetwork(.chunks(chunks, every: .milliseconds(40), headers: ["Content-Length": "200"]))
        let events = run(world, to: target)
        let progress = events.values.compactMap(\.progress)
        #expect(progress.first == TransferProgress(byteCount: 0, totalByteCount: 200))
        #expect(progress.map(\.byteCount) == progress.map(\.byteCount).sorted())
        #expect(progress.count { $0.byteCount == 200 } == 1)
        #expect(progress.last?.fraction == 1)
        #expect(progress.count == 1 + 6 + 1)
        #expect(events.values.last?.value != nil)
    }

    @Test func anUnannouncedTotalIsReportedAtTheEnd() {  // F-15
        let world = VirtualNetwork(.chunks([Data(count: 5), Data(count: 5)], every: .seconds(1)))
        let progress = run(world, to: target).values.compactMap(\.progress)
        #expect(progress.map(\.totalByteCount) == [nil, nil, nil, 10])
        #expect(progress.last?.isWhole == true)
    }

    @Test func anEmptyFileIsWritten() {  // F-16
        let events = run(VirtualNetwork(.status(.ok, headers: ["Content-Length": "0"])), to: target)
        #expect(events.values.compactMap(\.progress) == [TransferProgress(byteCount: 0, totalByteCount: 0)])
        #expect(folder.contents(of: "report.pdf") == Data())
    }

    @Test func theFileGetsItsPermissionsAtTheEnd() throws {  // F-16
        let world = VirtualNetwork(.chunks([Data("ab".utf8), Data("c".utf8)], every: .seconds(1)))
        world.network.download(.get(), to: target).start()
        world.clock.advance(by: .milliseconds(1_500))
        #expect(folder.hiddenNames.count == 1)
        #expect(folder.mode(of: folder.hiddenNames[0]) == 0o600)
        #expect(folder.contents(of: "report.pdf") == nil)
        world.clock.run()
        #expect(FileManager.default.createFile(atPath: folder.file("other").path, contents: nil))
        #expect(folder.mode(of: "report.pdf") == folder.mode(of: "other"))
    }

    @Test func aDownloadCanSendOnlyItsValueOrOnlyItsProgress() async throws {  // F-15
        let network = Network(
            transport: StubTransport(.status(.ok, body: Data("abc".utf8))),
            scheduler: ImmediateScheduler()
        )
        let file = try await network.download(.get(), to: target).onlyValue().value()
        #expect(file.byteCount == 3)
        let progress = network.download(.get(), to: target.replacing()).onlyProgress().record()
        #expect(progress.values.last?.isWhole == true)
        #expect(progress.values.last?.byteCount == 3)
    }

    // Names

    @Test func theContentDispositionNamesAFileInADirectory() {  // F-16
        let name = "attachment; filename=\"../../x.sh\"; filename*=UTF-8''%2e%2e%2fna%C3%AFve.txt"
        let world = VirtualNetwork(.status(.ok, headers: ["Content-Disposition": name], body: Data([1])))
        #expect(run(world, to: .directory(folder.url)).values.last?.value?.url.lastPathComponent == "naïve.txt")
        #expect(folder.names == ["naïve.txt"])
    }

    @Test func theURLNamesAFileInADirectoryWithoutContentDisposition() {  // F-16
        _ = run(VirtualNetwork(.status(.ok, body: Data([1]))), to: .directory(folder.url))
        #expect(folder.names == ["report.pdf"])
    }

    // Existing files

    @Test func anExistingFileIsKeptAndNothingIsSent() throws {  // F-16
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        let world = VirtualNetwork(.status(.ok, body: Data([1])))
        let events = run(world, to: target)
        #expect(events.failure?.cause(as: TransferError.self) == .fileExists(path: folder.file("report.pdf").path))
        #expect(world.stub.requests.isEmpty)
        #expect(folder.text(of: "report.pdf") == "old")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func aFileCreatedDuringTheDownloadIsKept() throws {  // F-16
        let world = VirtualNetwork(.chunks([Data("new".utf8)], every: .seconds(1)))
        let events = world.network.download(.get(), to: target).record(on: world.clock)
        world.clock.advance(by: .milliseconds(500))
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        world.clock.run()
        #expect(events.failure?.cause(as: TransferError.self) == .fileExists(path: folder.file("report.pdf").path))
        #expect(folder.text(of: "report.pdf") == "old")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func anExistingFileOfASuggestedNameIsKeptBeforeTheBodyIsReceived() throws {  // F-16
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        let world = VirtualNetwork(.chunks([Data("new".utf8)], every: .seconds(60)))
        let events = run(world, to: .directory(folder.url))
        #expect(events.all.last?.time == .zero)
        #expect(events.failure?.cause(as: TransferError.self) == .fileExists(path: folder.file("report.pdf").path))
        #expect(world.stub.cancelledCount == 1)
    }

    @Test func anExistingFileIsReplacedIfAsked() throws {  // F-16
        try Data("old and longer".utf8).write(to: folder.file("report.pdf"))
        _ = run(VirtualNetwork(.status(.ok, body: Data("new".utf8))), to: target.replacing())
        #expect(folder.text(of: "report.pdf") == "new")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func aFailureKeepsTheFileToBeReplaced() throws {  // F-16
        try Data("old".utf8).write(to: folder.file("report.pdf"))
        let world = VirtualNetwork(
            .cut(afterSending: [Data("ne".utf8)], headers: ["Content-Length": "3"]),
            retryPolicy: .never
        )
        #expect(run(world, to: target.replacing()).failure?.cause(as: TransportError.self)?.kind == .truncatedResponse)
        #expect(folder.text(of: "report.pdf") == "old")
        #expect(folder.names == ["report.pdf"])
    }

    @Test func aNumberedDestinationUsesTheNextFreeName() throws {  // F-16
        for expected in ["report.pdf", "report (1).pdf", "report (2).pdf"] {
            let events = run(VirtualNetwork(.status(.ok, body: Data([1]))), to: target.uniquingName())
            #expect(events.values.last?.value?.url.lastPathComponent == expected)
        }
        #expect(folder.names == ["report (1).pdf", "report (2).pdf", "report.pdf"])
    }

    @Test func aSymbolicLinkAtTheTargetIsNotFollowed() throws {
        let victim = folder.file("victim")
        try Data("precious".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(at: folder.file("report.pdf"), withDestinationURL: victim)
        let kept = run(VirtualNetwork(.status(.ok, body: Data("new".utf8))), to: target)
        #expect(kept.failure?.cause(as: TransferError.self) == .fileExists(path: folder.file("report.pdf").path))
        _ = run(VirtualNetwork(.status(.ok, body: Data("new".utf8))), to: target.replacing())
        #expect(folder.text(of: "report.pdf") == "new")
        #expect(folder.text(of: "victim") == "precious")
    }
}
