import Foundation
import ReactiveCore

/// `Stress programs <count> [<seed>]` runs random programs of operators, threads and disposals, and checks what their
/// observers see against the grammar of events. `Stress races <count> [<seed>]` lets two threads dispose of and send
/// into the same start, for every operator in turn.
///
/// On Linux, `Stress responses <count> [<seed>]` has a server answer with random, mostly mutated responses, each
/// followed by an honest one, `Stress frames <count> [<seed>]` does so over HTTP/2, with honest responses beside the
/// mutated ones on the same connection, and `Stress resources <count> [<seed>]` sends requests to a server with every
/// fault and looks for what they leave behind.
///
/// `STRESS_LATENESS` is the number of milliseconds that a deadline may be late.
///
/// A failure prints the seed that repeats it, and the exit code is 1.
@main
enum Stress {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let mode = arguments.first, let count = arguments.dropFirst().first.flatMap({ Int($0) }) else { usage() }
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
        guard count > 0 else { usage() }
        print("\(mode): \(count) from seed \(seed)")
        // A crash must not swallow the seed.
        fflush(nil)
        let seeds = (0..<count).lazy.map { seed &+ UInt64($0) }
        switch mode {
        case "programs":
            for seed in seeds {
                let program = Program(seed: seed, races: false)
                report(program, program.run())
            }
        case "races":
            for first in stride(from: 0, to: count, by: 256) {
                let programs = Array(seeds.dropFirst(first).prefix(256)).map { Program(seed: $0, races: true) }
                for (program, complaints) in Program.race(programs) { report(program, complaints) }
            }
        #if os(Linux)
            case "responses": report { try Responses.run(count, seed: seed) }
            case "frames": report { try Frames.run(count, seed: seed) }
            case "resources": report { try Resources.run(count, seed: seed) }
        #endif
        default: usage()
        }
        print(mode == "resources" ? "nothing is left" : "all of them kept the grammar")
    }

    private static func report(_ program: Program, _ complaints: [String]) {
        guard !complaints.isEmpty else { return }
        print("seed \(program.seed): \(program.name)")
        for complaint in complaints { print("  \(complaint)") }
        exit(1)
    }

    private static func report(_ run: () throws -> [String]) {
        do {
            let complaints = try run()
            guard !complaints.isEmpty else { return }
            for complaint in complaints { print(complaint) }
        } catch {
            print("\(error)")
        }
        exit(1)
    }

    private static func usage() -> Never {
        print("usage: Stress <programs|races|responses|frames|resources> <count> [<seed>]")
        exit(2)
    }
}
