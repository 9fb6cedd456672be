import Foundation
import ReactiveTesting

/// One thing the library does, as a short program with a transcript.
protocol Lesson {
    static var title: String { get }
    /// Why it matters, in a sentence or two.
    static var introduction: String { get }
    /// Shows it, against a server that does what it is told.
    static func run(on server: LoopbackServer) async throws
}

enum Lessons {
    private static var all: [any Lesson.Type] {
        [
            DecodingLesson.self, CompositionLesson.self, RetryingLesson.self, DeadlineLesson.self, SchedulerLesson.self,
            ActivityLesson.self, VirtualTimeLesson.self, CancellationLesson.self, FormsLesson.self, DownloadLesson.self,
            RefreshLesson.self, QueueLesson.self, WaterfallLesson.self,
        ]
    }

    static func run() async {
        print(Terminal.styled("ReactiveNetworking in \(all.count) lessons", .bold))
        print(
            """

            Each lesson is a file in Playground/Lessons, short enough to read beside its transcript. The server is on
            127.0.0.1 and belongs to this process; nothing leaves the machine. The diagrams are drawn from what happened,
            with time running to the right:

               \(Diagram.legend)
            """
        )
        do {
            for (index, lesson) in all.enumerated() {
                let server = try LoopbackServer()
                defer { server.stop() }
                print("\n\n" + Terminal.styled("\(index + 1). \(lesson.title)", .bold))
                print("   " + Terminal.styled(lesson.introduction, .dim) + "\n")
                try await lesson.run(on: server)
                // A transcript that is read through a pipe should arrive lesson by lesson too.
                fflush(nil)
            }
        } catch {
            Terminal.complain("The lesson stopped: \(error)", .red)
            exit(ExitCode.failed.rawValue)
        }
        print("\n\nNext: swift run Playground send <url> --verbose, and the README.")
    }

    /// A fact of a transcript: what it is called, in a column, and what it is.
    static func fact(_ name: String, _ text: Any) {
        print("   " + name.column(10) + "\(text)")
    }
}
