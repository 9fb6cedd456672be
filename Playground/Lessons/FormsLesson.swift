import Foundation
import ReactiveNetworking
import ReactiveTesting

enum FormsLesson: Lesson {
    static let title = "Forms and multipart, as they arrive"
    static let introduction =
        "Parameters that are nil are left out, names are sorted, and quotes in file names are escaped as by browsers."
    static let code = #"""
        let form = builder.form(["title": "Feed the ape", "tags": ["daily", "ape"], "done": false, "note": nil])
        let multipart = builder.multipart([
            .value("title", "Feed the ape"), .value("stars", 5), .json("meta", ["keeper": "Kong"]),
            .data("image", Data("banana".utf8), fileName: "the \"big\" one.png", contentType: .imagePng),
        ])
        """#

    static func run(on server: LoopbackServer) async throws {
        server.on("POST", "/todos", .status(201))
        let network = Network()
        let builder = RequestBuilder(.post, server.url("/todos"))

        let form = builder.form(["title": "Feed the ape", "tags": ["daily", "ape"], "done": false, "note": nil])
        let multipart = builder.multipart([
            .value("title", "Feed the ape"), .value("stars", 5), .json("meta", ["keeper": "Kong"]),
            .data("image", Data("banana".utf8), fileName: "the \"big\" one.png", contentType: .imagePng),
        ])

        for (name, request) in [("form", form), ("multipart", multipart)] {
            let response = try await network.send(request.build(), decoding: .data).value()
            guard let arrived = server.requests.last else { continue }
            Lessons.fact(name, "answered with \(response.statusCode)")
            for field in ["Content-Type", "Content-Length"] {
                Lessons.fact("", "\(field): \(arrived.header(field) ?? "-")")
            }
            for line in arrived.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                Lessons.fact("", Terminal.styled(line.isEmpty ? "│" : "│ \(line)", .cyan))
            }
        }
    }
}
