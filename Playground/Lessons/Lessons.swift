import Foundation
import ReactiveTesting

/// A short program with a transcript that shows one feature of the library. Its file has the name of its type.
protocol Lesson: SendableMetatype {
    static var title: String { get }
    /// The motivation, in a sentence or two.
    static var introduction: String { get }
    /// The five lines of the lesson's file that matter most, as they stand there.
    static var code: String { get }
    /// Runs the lesson against a scripted server.
    static func run(on server: LoopbackServer) async throws
}

extension Lesson {
    /// The name on the command line: that of the type in lowercase, such as `virtual-time`.
    static var name: String {
        "\(self)".replacing("Lesson", with: "").reduce(into: "") { name, letter in
            name += (letter.isUppercase && !name.isEmpty ? "-" : "") + letter.lowercased()
        }
    }

    static var file: String { "Playground/Lessons/\(self).swift" }

    /// The lines to print before the lesson runs.
    static func heading(_ number: Int) -> [Line] {
        [Line("\(number). \(title)", .bold), "   " + Line(introduction, .dim), ""]
            + code.split(separator: "\n").map { Line("   │ \($0)", .cyan) }
            + ["   " + Line(file, .dim), ""]
    }
}

enum Lessons {
    static let all: [any Lesson.Type] = [
        DecodingLesson.self, CompositionLesson.self, RetryingLesson.self, DeadlineLesson.self, SchedulerLesson.self,
        ActivityLesson.self, VirtualTimeLesson.self, CancellationLesson.self, FormsLesson.self, DownloadLesson.self,
        RefreshLesson.self, QueueLesson.self, WaterfallLesson.self, CacheLesson.self, OutboxLesson.self,
        ReachabilityLesson.self, MediaLesson.self, PagesLesson.self, EventStreamLesson.self, CompletionLesson.self,
    ]

    /// The number of lessons that run unless the command line chooses some.
    static let courseCount = 10

    /// The options in place of lessons.
    static let options = ["--all", "--list"]

    /// The number, the name, and the title of each lesson.
    static var list: String {
        all.enumerated()
            .map { "\($0 + 1)".rightColumn(2) + "  " + $1.name.column(14) + $1.title }
            .joined(separator: "\n")
    }

    /// The lessons and commands that exist, in lines.
    static var names: [String] {
        let lessons = all.enumerated().map { "\($0 + 1) \($1.name)" }
        let rows = stride(from: 0, to: lessons.count, by: 7).map { begin in
            lessons[begin..<min(begin + 7, lessons.count)].joined(separator: ", ")
        }
        let text = "Lessons: " + rows.joined(separator: ",\n         ")
        return text.split(separator: "\n").map(String.init) + [
            "Commands: " + (ExplorerCommand.allCases.map(\.rawValue) + options).joined(separator: ", ")
        ]
    }

    /// Runs the lessons at these indices.
    ///
    /// - Parameter isCourse: Whether the lessons are introduced, and followed by the next step.
    static func run(_ indices: [Int], introducing isCourse: Bool) async -> ExitCode {
        if isCourse { Terminal.print(introduction(indices.count)) }
        do {
            for index in indices {
                Terminal.print(["", ""] + all[index].heading(index + 1))
                // The text precedes the server, and a transcript that is read through a pipe arrives piece by piece.
                fflush(nil)
                let server = try LoopbackServer()
                defer { server.stop() }
                try await all[index].run(on: server)
            }
        } catch {
            Terminal.complain("The lesson stopped: \(error)", .red)
            return .failed
        }
        if isCourse {
            let rest = indices.count < all.count ? "swift run Playground --all, " : ""
            print("\n\nNext: \(rest)swift run Playground send <url> --verbose, and the README.")
        }
        return .succeeded
    }

    private static func introduction(_ count: Int) -> [Line] {
        let rest = count < all.count ? "; --all runs all \(all.count), and --list lists them" : ""
        return [
            Line("ReactiveNetworking in \(count) lessons", .bold) + Line(rest), "",
            "Each lesson is a file in Playground/Lessons, short enough to read beside its transcript, which begins with the",
            "five lines that matter. The server runs on 127.0.0.1 in this process; nothing leaves the machine. The diagrams",
            "show what happened, with time running to the right:", "", Line("   \(Diagram.legend)"),
        ]
    }

    /// Prints a fact: its name, padded to a column, and its value.
    static func fact(_ name: String, _ text: Any) {
        print("   " + name.column(10) + "\(text)")
    }
}
