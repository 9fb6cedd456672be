import Testing

/// The transcripts of all lessons. All tests share one run of the executable.
struct LessonTests {
    static let run = Task { try await Transcript.of("--all") }
    private let titles = [
        "A request decoded into a model", "Requests that depend on another response",
        "A flaky endpoint, retried with growing delays", "A deadline that cuts a silent server", "A scheduler hop",
        "The activity counter around parallel requests", "Ten seconds of retries in no time", "Cancellation",
        "Forms and multipart, as they arrive", "A download that resumes after a lost connection",
        "A hundred requests, one refresh", "A queue: two at a time, urgent requests first", "A session as a waterfall",
        "A cache: fresh, stale, and confirmed responses", "An outbox: kill it, start it again, nothing is lost",
        "A tunnel: the retry that waits for the network", "Media: one transfer for many views",
        "Pages: the next one is requested when it is needed",
        "A stream that breaks, comes back, and misses nothing", "An answer word by word, as from a language model",
    ]

    /// Returns a run with the lines that `isRight` looks for. Lines that depend on the times of several requests may
    /// differ on a busy machine: other runs replace one that does, and an issue is recorded if ten do.
    static func run(
        sourceLocation: SourceLocation = #_sourceLocation,
        where isRight: (Transcript) -> Bool
    ) async throws -> Transcript {
        var transcript = try await run.value
        for _ in 1..<10 where !isRight(transcript) { transcript = try await Transcript.of("--all") }
        let isFound = isRight(transcript)
        #expect(isFound, "\(transcript.output)", sourceLocation: sourceLocation)
        return transcript
    }

    @Test func theLessonsRunToTheirEnd() async throws {
        let transcript = try await Self.run.value
        #expect(transcript.exitCode == 0)
        #expect(transcript.errors.isEmpty)
        #expect(transcript.output.hasSuffix("and the README.\n"))
    }

    @Test func outputToAPipeIsPlainText() async throws {
        let transcript = try await Self.run.value
        #expect(!transcript.output.utf8.contains(0x1B))
        let lines = transcript.output.split(separator: "\n")
        #expect(lines.filter { $0.hasSuffix(" ") } == [])
        #expect(lines.filter { $0.count > 120 } == [])
    }

    @Test func everyLessonHasItsHeading() async throws {
        let transcript = try await Self.run.value
        for (index, title) in titles.enumerated() {
            #expect(transcript.lesson(index + 1).hasPrefix("\(index + 1). \(title)\n"))
        }
        #expect(transcript.output.contains("in \(titles.count) lessons"))
    }

    @Test func theCacheAnswersThreeOfSixRequestsAtOnce() async throws {  // F-54
        let lesson = try await Self.run.value.normalized(14)
        #expect(lesson.contains("  ReactiveNetworking; hit; ttl=20\n"))
        #expect(lesson.contains("  ReactiveNetworking; hit; ttl=-10\n"))
        #expect(lesson.contains("  ReactiveNetworking; fwd=stale; fwd-status=304; stored\n"))
    }

    @Test func theOutboxSendsEveryOrderAfterARestart() async throws {  // F-55, F-56, J10
        let lesson = try await Self.run.value.normalized(15)
        #expect(lesson.contains("  found  3 orders: /orders/1, /orders/2, /orders/3\n"))
        #expect(lesson.contains("  sent  /orders/3, 201 Created\n"))
        #expect(lesson.contains("  left  0\n"))
        #expect(lesson.contains("  keys  /orders/1 was sent 2 times, with 1 key\n"))
    }

    @Test func theStreamReconnectsAndMissesNoEvent() async throws {  // E11, E13
        let number = try #require(titles.firstIndex { $0.hasPrefix("A stream that breaks") }) + 1
        let lesson = try await Self.run.value.normalized(number)
        #expect(lesson.contains("  received  goal-1 goal-2 goal-3 goal-4 goal-5 goal-6\n"))
        #expect(lesson.contains("  request 4 Last-Event-ID: 9\n"))
        #expect(lesson.contains("  missed  0 of 9\n"))
    }

    @Test func theAnswerOfTheModelArrivesCompletely() async throws {  // E16, EC-37
        let number = try #require(titles.firstIndex { $0.hasPrefix("An answer word by word") }) + 1
        let lesson = try await Self.run.value.normalized(number)
        #expect(lesson.contains("  answer  Apes are fond of bananas.\n"))
        #expect(lesson.contains("  events  6, decoded in order\n"))
        #expect(lesson.contains("  then  the connection was closed at [DONE]\n"))
    }

    @Test func theRetryWaitsForTheNetwork() async throws {  // Q5, Q6, QC-3
        let number = try #require(titles.firstIndex { $0.hasPrefix("A tunnel") }) + 1
        let transcript = try await Self.run.value
        #expect(
            transcript.lesson(number).contains(
                """
                    0.000 s  attempt 1
                    0.000 s    failed: GET http://news.test/: The host name could not be resolved
                    0.000 s    next attempt in 8 s
                    3.000 s    the network is online again
                    3.000 s  attempt 2
                    3.000 s  succeeded

                   reports   ○              ● cellular○● wifi
                   status     ○             ● cellular ● wifi
                   waiting   ✗              200
                   planned   ✗                                       200
                             0.2 s a character

                   ○ offline   ● online   0 timers left. The gap of 0.1 s is not a change.
                """
            )
        )
    }

    @Test func fourViewsShareTheTransferOfAPicture() async throws {  // M2, M3, M5
        let number = try #require(titles.firstIndex(of: "Media: one transfer for many views")) + 1
        let lesson = try await Self.run.value.lesson(number)
        #expect(
            lesson.hasSuffix(
                """
                    1.000 s  cell    shows thumbnail at 80×80 meanwhile
                    3.000 s  gone    has gone
                    4.000 s  cell    shows picture at 80×80, from network
                    4.000 s  detail  shows picture, from network
                    6.000 s  again   shows picture at 80×80, from memory

                   2 requests, 3 decodings, 3 in memory

                """
            )
        )
    }

    @Test func pagesAreRequestedAsTheyAreNeeded() async throws {  // B1, B5, B7
        let number = try #require(titles.firstIndex { $0.hasPrefix("Pages") }) + 1
        let lesson = try await Self.run.value.lesson(number)
        #expect(
            lesson.contains(
                """
                   A loop to the end:
                     feed the ape, write   1 requests so far
                     water the palm, read  2 requests so far
                     sleep, dream          3 requests so far
                   A loop that is left at "read":
                     2 requests
                   first     feed the ape, write
                   loop      The next page was requested before: /loop
                   in all    7 requests

                """
            )
        )
    }

    @Test func theFirstLessonShowsTheResponseAndTheModel() async throws {
        let lesson = try await Self.run.value.normalized(1)
        #expect(lesson.contains("  status  200 OK\n"))
        #expect(lesson.contains("  header  Content-Type: application/json\n"))
        #expect(lesson.contains("  model  id 1, title \"Feed the ape\"\n"))
        #expect(lesson.contains("  send  ─●|\n"))
    }

    @Test func theCompositionRequestsAllTodosAtOnceAfterTheList() async throws {
        let transcript = try await Self.run { transcript in
            let rows = transcript.lesson(2).split(separator: "\n").filter { $0.hasSuffix("●|") }
            return rows.map { $0.split(separator: " ")[0] } == ["/list", "/todos/3", "/todos/1", "/todos/2"]
        }
        #expect(transcript.normalized(2).contains("  titles  todo 1, todo 2, todo 3\n"))
    }

    @Test func theFlakyEndpointIsRequestedThreeTimes() async throws {  // N6
        let lesson = try await Self.run.value.normalized(3)
        #expect(
            lesson.contains(
                """
                  # s  attempt 1
                  # s  failed: The status 503 Service Unavailable is not accepted (0 bytes of body)
                  # s  next attempt in 0.2 s
                  # s  attempt 2
                  # s  failed: The status 503 Service Unavailable is not accepted (0 bytes of body)
                  # s  next attempt in 0.4 s
                  # s  attempt 3
                  # s  succeeded
                """
            )
        )
        #expect(lesson.contains(#/  attempts  ─?503[ ─]+503[ ─]+200\n  send  ─●\|\n/#))
    }

    @Test func theDeadlineCutsTheSilentServer() async throws {  // N11
        let lesson = try await Self.run.value.normalized(4)
        #expect(lesson.contains("  error  No result within 0.75 seconds: the deadline passed while"))
        #expect(lesson.contains("  server  noticed the disconnection\n"))
        #expect(lesson.contains("  attempts  ─\n  send  ─✗\n"))
    }

    @Test func eventsArriveOnTheChosenScheduler() async throws {  // N13
        let lesson = try await Self.run.value.normalized(5)
        #expect(lesson.contains("  callback  parsed on the pool of threads ─▶ delivered on the main queue\n"))
        #expect(lesson.contains("  await  parsed on the pool of threads ─▶ delivered on the pool of threads\n"))
        #expect(lesson.contains("  named  parsed on the pool of threads ─▶ delivered on your own queue\n"))
    }

    @Test func theCounterRisesToFourAndFallsToZero() async throws {  // N17
        let transcript = try await Self.run { transcript in
            let counts = transcript.lesson(6).matches(of: #/ s  count (\d)(.*)/#)
            guard counts.map({ $0.output.1 }) == ["0", "1", "2", "3", "4", "3", "2", "1", "0"] else { return false }
            return counts.allSatisfy { $0.output.2.filter { $0 == "●" }.count == Int($0.output.1) }
        }
        #expect(transcript.normalized(6).contains("  /400-ms  ─●|\n"))
    }

    @Test func virtualTimeIsExactToTheByte() async throws {  // N12
        let lesson = try await Self.run.value.lesson(7)
        #expect(
            lesson.replacing(#/took .+ of yours/#, with: "took no time of yours") == """
                7. Ten seconds of retries in no time
                   The same network on a TestScheduler: time passes only when the lesson advances it.

                   │ let stub = StubTransport(.failure(.cannotConnect), clock: clock)
                   │ let network = Network(transport: stub, clock: clock)
                   │ let journal = Journal(of: network)
                   │ let events = network.send(RequestBuilder(.get, "http://down.test/").build()).record(on: clock)
                   │ await clock.advance(by: .seconds(10))
                   Playground/Lessons/VirtualTimeLesson.swift

                    0.000 s  attempt 1
                    0.000 s    failed: GET http://down.test/: The connection was refused
                    0.000 s    next attempt in 1 s
                    1.000 s  attempt 2
                    1.000 s    failed: GET http://down.test/: The connection was refused
                    1.000 s    next attempt in 2 s
                    3.000 s  attempt 3
                    3.000 s    failed: GET http://down.test/: The connection was refused
                    3.000 s    next attempt in 4 s
                    7.000 s  attempt 4
                    7.000 s    failed: GET http://down.test/: The connection was refused
                    7.000 s  failed for good: the deadline leaves no time

                   attempts  ✗    ✗         ✗                   ✗
                   send      ───────────────────────────────────✗
                             0.2 s a character

                   1 event, 4 attempts, 0 timers left;
                   10 s of the clock took no time of yours.

                """
        )
    }

    @Test func cancellationInterruptsTheOperationAndClosesTheConnection() async throws {  // N3
        let lesson = try await Self.run.value.normalized(8)
        #expect(lesson.contains("  before  the server has the request, 1 operation is running\n"))
        #expect(lesson.contains("  after  0 operations are running\n"))
        #expect(lesson.contains("  events  INTERRUPTED\n"))
        #expect(lesson.contains("  server  noticed the disconnection\n"))
        #expect(lesson.contains(#/  send  ─?⊘\n/#))
    }
}
