import Foundation

/// Us beside our peers: one table, one run, best of five in every row. Run it with
///
///     swift run -c release --package-path Tests/Benchmarks Benchmarks
///
/// The HTTP rows ask the server at the URL given as the argument (an nginx with a small file, say), or without one a
/// loopback server in a process of its own.
@main
enum Benchmarks {
    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "serve" { return try await serve() }
        var rows = await coreRows()
        rows += try await networkRows(url: CommandLine.arguments.dropFirst().first)
        printTable(rows)
    }
}
