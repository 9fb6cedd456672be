import ReactiveNetworking
import ReactiveTesting

enum PagesLesson: Lesson {
    static let title = "Pages: the next one is requested when it is needed"
    static let introduction =
        "Each page names the next one in its Link field. A loop that is left, or take(first:), requests no other page."
    static let code = #"""
        let pages = network.pages(of: request, as: [String].self)
        for try await page in pages.values() {
            let todos = page.parsedData.joined(separator: ", ")
            print("     \(todos.column(22))\(server.requests.count) requests so far")
        }
        """#

    private static let titles = [["feed the ape", "write"], ["water the palm", "read"], ["sleep", "dream"]]

    static func run(on server: LoopbackServer) async throws {
        for (index, page) in titles.enumerated() {
            let quoted = page.map { "\"\($0)\"" }.joined(separator: ", ")
            let reply = LoopbackServer.Reply.json("[\(quoted)]")
            let next = "</todos/\(index + 2)>; rel=\"next\""
            server.on("/todos/\(index + 1)", index + 1 < titles.count ? reply.header("Link", next) : reply)
        }
        server.on("/loop", .json("[]").header("Link", "</loop>; rel=\"next\""))
        let network = Network()
        let request = RequestBuilder(.get, server.url("/todos/1")).build()

        print("   A loop to the end:")
        let pages = network.pages(of: request, as: [String].self)
        for try await page in pages.values() {
            let todos = page.parsedData.joined(separator: ", ")
            print("     \(todos.column(22))\(server.requests.count) requests so far")
        }

        print("   A loop that is left at \"read\":")
        let before = server.requests.count
        for try await page in pages.values() where page.parsedData.contains("read") { break }
        print("     \(server.requests.count - before) requests")

        let first = try await pages.map(\.parsedData).take(first: 1).value()
        Lessons.fact("first", first.joined(separator: ", "))
        let loop = network.pages(of: RequestBuilder(.get, server.url("/loop")).build(), as: [String].self)
        do throws(Network.OperationError) {
            for try await _ in loop.values() {}
        } catch {
            let text = error.cause(as: PageError.self)?.description ?? error.description
            Lessons.fact("loop", text.replacing(server.url(""), with: ""))
        }
        Lessons.fact("in all", "\(server.requests.count) requests")
    }
}
