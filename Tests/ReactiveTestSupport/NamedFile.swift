import Foundation

/// Runs `body` with a named file that is removed afterward.
package func withFile<Result>(_ contents: Data, named name: String, _ body: (URL) async throws -> Result) async throws
    -> Result
{
    let directory = FileManager.default.temporaryDirectory.appending(path: "multipart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: name)
    try contents.write(to: file)
    return try await body(file)
}
