import Foundation
import ReactiveCache

/// Measures the library beside its peers, each in a process of its own.
@main
enum Benchmarks {
    static let rows = coreRows + stubRows + codingRows + loadRows + transferRows
    static let figures = memoryFigures + waitingFigures

    static func main() async {
        do {
            if let child = Child(CommandLine.arguments) { return try await child.measure() }
            switch try Options(CommandLine.arguments.dropFirst()) {
            case .help: print(Options.usage)
            case .list(let selection): for name in selection.names { print(name) }
            case .run(let rounds, let selection): try await run(selection, rounds: rounds)
            }
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ selection: Selection, rounds: Int) async throws {
        let servers = try Servers()
        defer { servers.stop() }
        let load = Usage.systemLoad
        if !selection.rows.isEmpty { Table.printHeader() }
        for row in selection.rows { Table.print(try await Comparison(of: row, rounds: rounds, with: servers)) }
        if !selection.figures.isEmpty { Table.printHeaderOfFigures() }
        for figure in selection.figures {
            var results: [Double] = []
            for _ in 0..<rounds { results.append(try await Child.result(of: figure, servers)) }
            Table.print(figure, results)
        }
        Table.printFooter(rounds: rounds, load: load)
    }
}

/// The rows and figures that have at least one of several texts in their names, or all if there is no text.
struct Selection {
    let rows: [Row]
    let figures: [Figure]

    init(_ texts: [String]) {
        func isWanted(_ name: String) -> Bool {
            texts.isEmpty || texts.contains { name.localizedCaseInsensitiveContains($0) }
        }
        rows = Benchmarks.rows.filter { isWanted($0.id) }
        figures = Benchmarks.figures.filter { isWanted($0.name) }
    }

    var names: [String] { rows.map(\.id) + figures.map(\.name) }
}

/// The arguments of the command line.
enum Options {
    case help
    case list(Selection)
    case run(rounds: Int, Selection)

    static let usage = """
        usage: Benchmarks [--rounds <number>] [--list] [<part of a row's name> ...]

        Compares the library with its peers and prints a Markdown table. Each measurement is a process of its own. In
        each round, the two processes of a row run one after the other, and the order alternates. One more round before
        the first is not counted. All figures are medians of the rounds. The spread is the smallest and the largest
        ratio of a round. A ratio above 1 means that the library is faster than the peer.

          --rounds <number>  the number of rounds of each row; 5 if it is not given
          --list             prints the names of the rows and ends
          --help             prints this text and ends

        Without a name, all rows are measured. With names, those are measured that contain at least one of them:

          swift run -c release --package-path Tests/Benchmarks Benchmarks --rounds 9 "SocketTransport, 16" flatMap
        """

    init(_ arguments: some Sequence<String>) throws {
        var rounds = 5
        var names: [String] = []
        var arguments = arguments.makeIterator()
        var isList = false
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--list": isList = true
            case "--rounds":
                guard let number = arguments.next().flatMap({ Int($0) }), number > 0 else {
                    throw Failure("--rounds needs a number above 0")
                }
                rounds = number
            case _ where argument.hasPrefix("-"): throw Failure("there is no option \(argument); see --help")
            default: names.append(argument)
            }
        }
        let selection = Selection(names)
        guard !selection.names.isEmpty else { throw Failure("no row has one of \(names) in its name; see --list") }
        self = isList ? .list(selection) : .run(rounds: rounds, selection)
    }
}

/// A reason to end the run, in words.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
