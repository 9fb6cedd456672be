import Foundation

/// Us beside our peers: one table, one run, the best of five in every row. Run it with
///
///     swift run -c release --package-path Tests/Benchmarks Benchmarks
///
/// The HTTP rows ask an nginx, started here with a small file, or a loopback server in a process of its own where there
/// is no nginx; or the server of the URL given as the argument. With `http` as the argument there are no other rows, with
/// `transfers` only those of whole files.
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
