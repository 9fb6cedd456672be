import Foundation

/// Tests that try every case, such as each system call or each byte. They try a part of the cases, another one in each
/// run, unless the environment has `EXHAUSTIVE=1`.
package enum Exhaustive {
    private static let isAskedFor = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "1"
    private static let offset = Int.random(in: 0..<1_000)

    /// Returns a Boolean value that indicates whether a case is tried.
    ///
    /// - Parameters:
    ///   - number: The number of the case.
    ///   - share: The number of cases of which one is tried.
    package static func includes(_ number: Int, oneOf share: Int) -> Bool {
        isAskedFor || (number + offset).isMultiple(of: share)
    }
}
