import Foundation

/// Runs of a product of this package under `strace`, which changes its system calls.
package enum Strace {
    private static let path = "/usr/bin/strace"

    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Creates a process for a product of this package; `injection` is an argument of `strace --inject`.
    package static func process(product: String, _ arguments: [String], injecting injection: String) -> ChildProcess {
        ChildProcess(
            path: path,
            ["-f", "-qq", "-o", "/dev/null", "-e", "inject=\(injection)", ChildProcess.path(ofProduct: product)]
                + arguments
        )
    }
}
