import Foundation

/// Compares the library with its peers: one table, one run, the best of five in every row. Run it with
///
///     swift run -c release --package-path Tests/Benchmarks Benchmarks
///
/// The HTTP rows use an nginx, started here with a small file. Without nginx they use a loopback server in a process of
/// its own. A URL as the argument names another server. The argument `http` prints only these rows, and `transfers`
/// only those of whole files.
@main
enum Benchmarks {
    static func main() async throws {
        let argument = CommandLine.arguments.dropFirst().first
        if argument == HTTPServer.serveCommand { return try HTTPServer.serve() }
        if argument == Trial.command { return try await Trial.serve(Array(CommandLine.arguments.dropFirst(2))) }
        Table.printHeader()
        if argument == "transfers" { return try await printTransferRows() }
        if argument != "http" {
            try await printCoreRows()
            try await printSendRows()
        }
        try await printHTTPRows(url: argument == "http" ? nil : argument)
    }
}
