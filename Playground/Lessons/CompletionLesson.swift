import ReactiveNetworking
import ReactiveStreams
import ReactiveTesting

enum CompletionLesson: Lesson {
    static let title = "An answer word by word, as from a language model"
    static let introduction =
        "Events are decoded as they arrive. The last one says [DONE]: the stream completes, though it is still open."
    static let code = """
        let request = RequestBuilder(.post, server.url("/completions")).json(prompt).build()
        for try await event in network.eventSource(request, as: Piece.self, ending: .openAI).values() {
            answer += event.value.text
            count += 1
        }
        """

    private struct Prompt: Encodable, Sendable {
        var prompt: String
        var stream = true
    }

    private struct Piece: Decodable, Sendable {
        var text: String
    }

    static func run(on server: LoopbackServer) async throws {
        let words = ["Apes", " are", " fond", " of", " bananas", "."]
        let events = words.map { word in
            LoopbackServer.Reply.Chunk("data: {\"text\":\"\(word)\"}\n\n", after: .milliseconds(20))
        }
        let rest: [LoopbackServer.Reply.Chunk] = [.init("data: [DONE]\n\n"), .init(": late", after: .seconds(3_600))]
        let reply = LoopbackServer.Reply.chunked(events + rest).header("Content-Type", "text/event-stream")
        server.on("POST", "/completions", reply)

        let network = Network()
        let prompt = Prompt(prompt: "What do apes like?")
        var answer = ""
        var count = 0
        let request = RequestBuilder(.post, server.url("/completions")).json(prompt).build()
        for try await event in network.eventSource(request, as: Piece.self, ending: .openAI).values() {
            answer += event.value.text
            count += 1
        }
        Lessons.fact("answer", answer)
        Lessons.fact("events", "\(count), decoded in order")
        let isClosed = await server.peerClosed(within: .seconds(600))
        Lessons.fact("then", isClosed ? "the connection was closed at [DONE]" : "the connection stayed open")
    }
}
