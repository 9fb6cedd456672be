import Foundation
import ReactiveTesting

/// A short program with a transcript that shows one feature of the library.
protocol Lesson {
    static var title: String { get }
    /// The motivation, in a sentence or two.
    static var introduction: String { get }
    /// Runs the lesson against a scripted server.
    static func run(on server: LoopbackServer) async throws
}

enum Lessons {
    private static var all: [any Lesson.Type] {
        [
            DecodingLesson.self, CompositionLesson.self, RetryingLesson.self, DeadlineLesson.self, SchedulerLesson.self,
            ActivityLesson.self, VirtualTimeLesson.self, CancellationLesson.self, FormsLesson.self, DownloadLesson.self,
            RefreshLesson.self, QueueLesson.self, WaterfallLesson.self, CacheLesson.self,
            OutboxLesson.self, ReachabilityLesson.self, MediaLesson.self, PagesLesson.self,
            EventStreamLesson.self, CompletionLesson.self,
        ]
    }

    static func run() async {
        print(Terminal.styled("ReactiveNetworking in \(all.count) lessons", .bold))
        print(
            """

            Each lesson is a file in Playground/Lessons, short enough to read beside its transcript. The server runs
            on 127.0.0.1 in this process; nothing leaves the machine. The diagrams show what happened, with time running
            to the right:

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
                // Makes a transcript that is read through a pipe arrive lesson by lesson, too.
                fflush(nil)
            }
        } catch {
            Terminal.complain("The lesson stopped: \(error)", .red)
            exit(ExitCode.failed.rawValue)
        }
        print("\n\nNext: swift run Playground send <url> --verbose, and the README.")
    }

    /// Prints a fact: its name, padded to a column, and its value.
    static func fact(_ name: String, _ text: Any) {
        print("   " + name.column(10) + "\(text)")
    }
}
