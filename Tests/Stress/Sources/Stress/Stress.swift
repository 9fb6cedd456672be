import Foundation
import ReactiveCore

/// `Stress programs <count> [<seed>]` runs random programs of operators, threads and disposals, and checks what their
/// observers see against the grammar of events. `Stress races <count> [<seed>]` lets two threads dispose of and send
/// into the same start, for every operator in turn. A failure prints the seed that repeats it, and the exit code is 1.
@main
enum Stress {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let mode = arguments.first, let count = arguments.dropFirst().first.flatMap({ Int($0) }) else { usage() }
        let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
        guard count > 0 else { usage() }
        print("\(mode): \(count) from seed \(seed)")
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
        default: usage()
        }
        print("all of them kept the grammar")
    }

    private static func report(_ program: Program, _ complaints: [String]) {
        guard !complaints.isEmpty else { return }
        print("seed \(program.seed): \(program.name)")
        for complaint in complaints { print("  \(complaint)") }
        exit(1)
    }

    private static func usage() -> Never {
        print("usage: Stress <programs|races> <count> [<seed>]")
        exit(2)
    }
}

/// A sequence of random numbers determined by a seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
