import Foundation
import Testing

/// The lessons on features beyond a single request.
extension LessonTests {
    @Test func formsAndMultipartBodiesArriveByteForByte() async throws {  // F-08, F-11
        let lesson = try await Self.run.value.lesson(9)
        #expect(lesson.contains("  Content-Type: application/x-www-form-urlencoded\n"))
        #expect(lesson.contains("  │ done=0&tags%5B%5D=daily&tags%5B%5D=ape&title=Feed%20the%20ape\n"))
        let boundary = try #require(lesson.firstMatch(of: #/boundary=([0-9a-f]{32})\n/#)).output.1
        let multipart = lesson.replacing(boundary, with: "B")
            .split(separator: "\n").drop { !$0.contains("multipart answered") }
            .map { String($0.dropFirst(13)) }
        #expect(
            multipart.joined(separator: "\n") == """
                answered with 201 Created
                Content-Type: multipart/form-data; boundary=B
                Content-Length: 523
                │ --B
                │ Content-Disposition: form-data; name="title"
                │
                │ Feed the ape
                │ --B
                │ Content-Disposition: form-data; name="stars"
                │
                │ 5
                │ --B
                │ Content-Disposition: form-data; name="meta"
                │ Content-Type: application/json; charset=utf-8
                │
                │ {"keeper":"Kong"}
                │ --B
                │ Content-Disposition: form-data; name="image"; filename="the %22big%22 one.png"
                │ Content-Type: image/png
                │
                │ banana
                │ --B--
                │
                """
        )
    }

    @Test func theDownloadRequestsTheRemainingBytes() async throws {  // F-16, F-17
        let transcript = try await Self.run.value
        let lesson = transcript.lesson(10)
        let lines = lesson.matches(of: #/\n   █*░* +(\d+) %  (\d+) of 64 bytes/#)
        let counts = lines.compactMap { Int($0.output.2) }
        #expect(counts == counts.sorted())
        #expect(counts.last == 64)
        #expect((2...6).contains(counts.count))
        #expect(lines.map { Int($0.output.1) } == counts.map { $0 * 100 / 64 })
        #expect(
            lesson.contains(
                """
                   file      story.txt, complete
                   request 1 the whole file
                   request 2 Range: bytes=32-, If-Range: "v1"

                """
            )
        )
        #expect(transcript.normalized(10).contains(#/  attempts  ─?200[ ─]+206\n  download  ─●\|\n/#))
    }

    @Test func aHundredUnauthorizedResponsesCauseOneRefresh() async throws {  // F-19
        let lesson = try await Self.run.value.lesson(11)
        let counts = try #require(lesson.firstMatch(of: #/refused +(\d+) with 401.*\n +waited +(\d+) /#)).output
        let (refused, waited) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0)
        #expect(refused >= 1)
        #expect(refused + waited == 100)
        #expect(lesson.contains("   refreshed 1 time\n   answered  100 with 200\n"))
    }

    @Test func theQueueStartsTheUrgentRequestFirst() async throws {  // F-45, F-47
        let lesson = try await Self.run.value.lesson(12)
        let begun = lesson.matches(of: #/ s +(.+) begins\n/#).map { String($0.output.1) }
        #expect(begun == ["the queue", "login", "bad URL", "news", "photo 1", "photo 2"])
        let ended = lesson.matches(of: #/ s +(.+) has (\w+)\n/#)
        #expect(Set(ended.map { $0.output.1 }) == ["login", "bad URL", "news", "photo 1", "photo 2"])
        #expect(ended.filter { $0.output.2 != "succeeded" }.map { $0.output.0 }.count == 1)
        #expect(lesson.contains("bad URL has failed\n"))
        #expect(lesson.contains(" s  the queue is idle, something failed\n\n   login "))
    }

    @Test func theWaterfallShowsRetriesAndTheDeadline() async throws {
        let lesson = try await Self.run { transcript in
            let rows = transcript.lesson(13).matches(of: #/#\d+ GET http:\S+(/\w+) +(.+\S) +\|(.{40})\|  \d/#)
            guard rows.map({ $0.output.1 }) == ["/report", "/flaky", "/stuck"],
                rows.map({ $0.output.2 }) == ["ok 200", "ok 503 200", "deadline 503 -"]
            else { return false }
            let pictures = rows.map { $0.output.3 }
            let isRight = [
                pictures[0].contains("===") && !pictures[0].contains("~"),
                pictures[1].contains(#/ww~+[dcw]/#),
                pictures[2].hasSuffix("w!") && pictures[2].contains("~~"),
            ]
            return !isRight.contains(false)
        }.lesson(13)
        #expect(lesson.contains("w waiting  = receiving  ~ retry  ! deadline\n"))
    }
}
