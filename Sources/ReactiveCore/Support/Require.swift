/// Ends the process with a message unless a condition holds, because the caller has made a mistake.
///
/// Unlike `precondition`, it tells the message in release builds, too.
///
/// - Parameters:
///   - condition: The condition that the caller has to meet.
///   - message: The text that says what is wrong, and with which value.
///   - file: The file of the check.
///   - line: The line of the check.
@inlinable
package func require(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString = #fileID,
    line: UInt = #line
) {
    if !condition() { fatalError(message(), file: file, line: line) }
}
