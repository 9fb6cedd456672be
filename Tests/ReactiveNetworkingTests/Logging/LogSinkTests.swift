import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct LogSinkTests {
    /// Returns the lines that are written for a send that fails once.
    private func lines(_ level: Log.Level) -> [String] {
        let world = VirtualNetwork(.status(503), .status(.ok))
        let lines = Locked<[String]>([])
        world.network.log(to: Log.Sink { line in lines.withLock { $0.append(line) } }, level: level)
        world.network.send(.get()).start()
        world.clock.run()
        // The number of an operation is unique in the process.
        return lines.withLock { $0 }.map { $0.replacing(#/^#\d+ /#, with: "") }
    }

    @Test func aSinkOfAConfigurationReceivesOneLineAtATime() async {  // N18
        let (inside, overlaps, count) = (Locked(0), Locked(0), Locked(0))
        let sink = Log.Sink { _ in
            let depth = inside.withLock { inside in
                inside += 1
                return inside
            }
            if depth > 1 { overlaps.withLock { $0 += 1 } }
            count.withLock { $0 += 1 }
            inside.withLock { $0 -= 1 }
        }
        let network = Network(
            configuration: Network.Configuration(logging: Log.Settings(.verbose, to: sink)),
            transport: StubTransport(.json("{}"))
        )
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { _ = try? await network.send(.get()).value() } }
        }
        #expect(overlaps.value == 0)
        #expect(count.value >= 200 * 5)
    }

    @Test func eachLevelLogsItsEvents() {  // N18, F-50
        #expect(lines(.none) == [])
        #expect(
            lines(.error) == [
                "+0.0 seconds attempt 1 failed: The status 503 Service Unavailable is not accepted (0 bytes of body) "
                    + "[GET http://api.test/todos/1]"
            ]
        )
        #expect(
            lines(.info).filter { !$0.contains("failed") } == [
                "+0.0 seconds GET http://api.test/todos/1",
                "+0.0 seconds 503 Service Unavailable",
                "+0.0 seconds next attempt in 1.0 seconds (the retry policy)",
                "+1.0 seconds 200 OK",
                "+1.0 seconds succeeded",
            ]
        )
        let verbose = lines(.verbose)
        #expect(verbose.contains("+1.0 seconds attempt 2"))
        #expect(verbose.contains { $0.hasPrefix("+1.0 seconds sends GET http://api.test/todos/1") })
        #expect(verbose.filter { lines(.info).contains($0) } == lines(.info))
    }

    @Test func disposingOfTheLogEndsIt() {
        let world = VirtualNetwork(.status(.ok), .status(.ok))
        let count = Locked(0)
        let log = world.network.log(to: Log.Sink { _ in count.withLock { $0 += 1 } })
        world.network.send(.get()).start()
        let before = count.withLock { $0 }
        #expect(before > 0)
        log.dispose()
        world.network.send(.get()).start()
        #expect(count.withLock { $0 } == before)
    }

    @Test func secretsDoNotReachASink() {  // N18
        let world = VirtualNetwork(.status(.ok, headers: ["Set-Cookie": "hush"], body: Data("hush".utf8)))
        let text = Locked("")
        world.network.log(to: Log.Sink { line in text.withLock { $0 += line } }, level: .verbose)
        let request = RequestBuilder(.post, "http://api.test/?token=hush").authorization(.bearer("hush")).text("hush")
        world.network.send(request.build()).start()
        #expect(text.withLock { $0 }.contains("Set-Cookie"))
        #expect(!text.withLock { $0 }.contains("hush"))
    }

    @Test func aClosedConsoleDoesNotStopTheProgram() async {  // N18
        await #expect(processExitsWith: .success) {
            close(2)
            let network = Network(transport: StubTransport(.status(.ok)), scheduler: ImmediateScheduler())
            network.log(to: .console, level: .verbose)
            network.send(.get("http://api.test/")).start()
        }
    }

    @Test func aFileIsAppendedToAndReadableByItsOwnerOnly() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log")
        defer { try? FileManager.default.removeItem(at: file) }
        for _ in 1...2 {
            let world = VirtualNetwork(.status(.ok))
            world.network.log(to: try .file(file))
            world.network.send(.get()).start()
        }
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.allSatisfy { $0.contains(#/^\d{4}-\d\d-\d\dT[\d:.]+Z #\d+ \+/#) })
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: ["file:///nowhere/at/all.log", "http://api.test/"])
    func aFileThatCannotBeOpenedIsAnError(url: String) throws {
        let url = try #require(URL(string: url))
        let error = #expect(throws: Log.FileError.self) { try Log.Sink.file(url) }
        #expect(error?.code == ENOENT)
        #expect("\(try #require(error))".contains(url.path))
    }
}
