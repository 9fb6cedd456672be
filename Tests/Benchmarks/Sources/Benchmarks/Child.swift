import Foundation

/// A process that makes one measurement.
struct Child {
    enum Part: String {
        case ours, peer, figure
    }

    private static let command = "--measure"
    private let part: Part
    private let id: String
    private let place: Place

    /// Recognizes the command line of a child.
    init?(_ arguments: [String]) {
        guard arguments.count == 7, arguments[1] == Self.command, let part = Part(rawValue: arguments[2]) else {
            return nil
        }
        self.part = part
        id = arguments[3]
        place = Place(url: arguments[4], shared: URL(filePath: arguments[5]), directory: URL(filePath: arguments[6]))
    }

    /// Measures, and prints the result.
    func measure() async throws {
        let row = Benchmarks.rows.first { $0.id == id }
        let side = part == .peer ? row?.peer : row?.ours
        if part == .figure, let figure = Benchmarks.figures.first(where: { $0.name == id }) {
            print(try await figure.work(place))
        } else if case .function(let function) = side?.work {
            let cost = try await function(place)
            print(cost.seconds, cost.processorSeconds, cost.sum)
        } else {
            throw Failure("there is no function for \(part) of \(id)")
        }
    }

    /// Runs a child for one side of a row.
    static func cost(of side: Side, _ part: Part, _ row: Row, _ servers: Servers) async throws -> Cost {
        let before = Usage.processorSecondsOfChildren
        let place = try await servers.place(at: row.server)
        let arguments =
            switch side.work {
            case .function: arguments(part, row.id, place)
            case .program(let arguments): arguments(place)
            }
        let words = try run(row.id, place, arguments)
        guard words.count == 3, let seconds = Double(words[0]), let sum = Int(words[2]) else {
            throw Failure("\(row.id): \(side.name) printed \(words)")
        }
        let processorSeconds = Double(words[1]) ?? (Usage.processorSecondsOfChildren - before)
        return Cost(seconds: seconds, processorSeconds: processorSeconds, sum: sum)
    }

    /// Runs a child for a figure.
    static func result(of figure: Figure, _ servers: Servers) async throws -> Double {
        let place = try await servers.place(at: figure.server)
        let words = try run(figure.name, place, arguments(.figure, figure.name, place))
        guard words.count == 1, let number = Double(words[0]) else { throw Failure("\(figure.name) printed \(words)") }
        return number
    }

    /// The path of another program of this package.
    static func program(_ name: String) -> String { Bundle.main.bundleURL.appending(path: name).path }

    private static func arguments(_ part: Part, _ id: String, _ place: Place) -> [String] {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return [program, command, part.rawValue, id, place.url, place.shared.path, place.directory.path]
    }

    /// Runs a program and returns the words that it prints.
    private static func run(_ id: String, _ place: Place, _ arguments: [String]) throws -> [Substring] {
        defer { try? FileManager.default.removeItem(at: place.directory) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure("\(id): \(arguments) ended with status \(process.terminationStatus) \(text)")
        }
        return text.split { $0.isWhitespace }
    }
}
