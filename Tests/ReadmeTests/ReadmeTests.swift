import Foundation
import Testing

/// Tests that the code of the README is that of `Snippets.swift`, which compiles.
@Suite struct ReadmeTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test func everyCodeBlockInTheReadmeCompiles() throws {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = root.appending(path: "Tests/ReadmeTests/Snippets.swift")
        let compiled = lines(of: try String(contentsOf: source, encoding: .utf8))
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(blocks.count >= 24)
        for block in blocks {
            let code = lines(of: block).filter { !$0.hasPrefix("import ") }
            #expect(contains(compiled, code), "Snippets.swift does not contain:\n\(block)")
        }
    }

    private func contains(_ lines: [String], _ part: [String]) -> Bool {
        guard lines.count >= part.count else { return false }
        return (0...(lines.count - part.count)).contains { Array(lines[$0..<($0 + part.count)]) == part }
    }
}
