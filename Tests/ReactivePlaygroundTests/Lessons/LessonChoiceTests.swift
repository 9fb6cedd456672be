import Foundation
import ReactiveChildProcesses
import Testing

@testable import ReactivePlayground

/// Tests of the choice of lessons, and of what each prints before it runs.
struct LessonChoiceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: Lessons.all.indices)
    func theLinesOfALessonStandInItsFile(_ index: Int) throws {
        let lesson = Lessons.all[index]
        let source = try String(contentsOf: Self.root.appending(path: lesson.file), encoding: .utf8)
        // Apart from the text that the lesson prints.
        let file = lines(of: source.replacing(#/static let code = (#*)"""[\s\S]*?"""\1/#, with: ""))
        let code = lines(of: lesson.code)
        #expect(code.count == 5)
        #expect((0...max(0, file.count - 5)).contains { Array(file[$0..<min($0 + 5, file.count)]) == code })
    }

    /// The lines without their indentation, except for comments and empty ones.
    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    @Test func namesOfLessonsAreUniqueAndNoCommands() {
        let names = Lessons.all.map { $0.name }
        #expect(Set(names + ExplorerCommand.allCases.map(\.rawValue) + ["help", OutboxLesson.processName]).count == 25)
        #expect(VirtualTimeLesson.name == "virtual-time")
    }

    @Test func theDefaultIsTheFirstTenLessons() throws {
        #expect(try LessonTask([]) == .run(Array(0..<10), isCourse: true))
        #expect(try LessonTask(["--all"]) == .run(Array(0..<20), isCourse: true))
    }

    @Test func lessonsAreChosenByNumberOrName() throws {
        #expect(try LessonTask(["3"]) == .run([2], isCourse: false))
        #expect(try LessonTask(["virtual-time", "1"]) == .run([6, 0], isCourse: false))
    }

    @Test(arguments: [
        ("0", "There is no lesson 0; the nearest is 1, decoding"),
        ("-3", "There is no lesson -3; the nearest is 1, decoding"),
        ("21", "There is no lesson 21; the nearest is 20, completion"),
        ("retying", "Unknown command or lesson \"retying\"; did you mean retrying?"),
        ("sned", "Unknown command or lesson \"sned\"; did you mean send?"),
        ("--lst", "Unknown command or lesson \"--lst\"; did you mean --list?"),
        ("dance", "Unknown command or lesson \"dance\""),
        ("99999999999999999999", "Unknown command or lesson \"99999999999999999999\""),
        ("", "Unknown command or lesson \"\""),
    ])
    func anUnknownLessonSaysWhatExists(_ word: String, _ complaint: String) async throws {
        let transcript = try await Transcript.of("2", word)
        #expect(transcript.exitCode == 2)
        #expect(transcript.output.isEmpty)
        let lines = transcript.errors.split(separator: "\n")
        #expect(lines.first.map(String.init) == complaint)
        for lesson in Lessons.all { #expect(transcript.errors.contains(" \(lesson.name)")) }
        #expect(transcript.errors.contains("\nCommands: send, events, ws, --all, --list\n"))
        #expect(transcript.errors.hasSuffix("\nHelp: swift run Playground --help\n"))
        #expect(lines.filter { $0.count > 120 } == [])
    }

    @Test func theListHasALineForEachLesson() async throws {
        let transcript = try await Transcript.of("--list")
        #expect(transcript.exitCode == 0)
        let lines = transcript.output.split(separator: "\n")
        #expect(lines.count == 20)
        #expect(lines[2] == " 3  retrying      \(RetryingLesson.title)")
        #expect(try await Transcript.of("--list", "3").exitCode == 2)
    }

    @Test func theDefaultRunAnnouncesTheOtherLessons() async throws {
        let transcript = try await Transcript.of()
        #expect(transcript.exitCode == 0)
        #expect(
            transcript.output.hasPrefix("ReactiveNetworking in 10 lessons; --all runs all 20, and --list lists them\n")
        )
        #expect(transcript.output.contains("\n10. \(DownloadLesson.title)\n"))
        #expect(!transcript.output.contains("\n11. "))
        #expect(
            transcript.output.hasSuffix(
                "\nNext: swift run Playground --all, swift run Playground send <url> --verbose, and the README.\n"
            )
        )
    }

    @Test func oneLessonIsPrintedAlone() async throws {
        let transcript = try await Transcript.of("virtual-time")
        #expect(transcript.exitCode == 0)
        #expect(
            transcript.output.hasPrefix(
                "\n\n7. \(VirtualTimeLesson.title)\n   \(VirtualTimeLesson.introduction)\n\n   │ "
            )
        )
        #expect(transcript.output.contains("\n   Playground/Lessons/VirtualTimeLesson.swift\n"))
        #expect(!transcript.output.contains("README"))
    }

    #if os(Linux)
        @Test func theTextOfALessonPrecedesItsServer() async throws {
            let (output, errors) = (Pipe(), Pipe())
            // With so few descriptors, the server cannot start.
            let command = "ulimit -n 8; exec \"$0\" decoding"
            let run = ChildProcess(path: "/bin/sh", ["-c", command, ChildProcess.path(ofProduct: "Playground")])
            try run.start(output: output, errors: errors)
            #expect(await run.exitCode == 1)
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(text.contains("   │ let todo = network.send(endpoint, as: Todo.self)\n"))
            #expect(text.hasSuffix("   \(DecodingLesson.file)\n\n"))
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(said.hasPrefix("The lesson stopped: LoopbackServer cannot start: "))
        }
    #endif
}
