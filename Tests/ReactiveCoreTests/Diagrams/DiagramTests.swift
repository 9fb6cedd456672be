import Foundation
import ReactiveTesting
import Testing

/// The diagrams of the catalog are drawn from real runs. To draw them anew, run these tests with DRAW=1 in the
/// environment.
struct DiagramTests {
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/ReactiveCore/ReactiveCore.docc/Operators.md").standardized

    private static let diagrams =
        Diagrams.transforming + Diagrams.choosing + Diagrams.ends + Diagrams.several + Diagrams.nested + Diagrams.time
        + Diagrams.effects

    @Test func theDiagramsOfTheCatalogMatchRealRuns() throws {
        let text = try String(contentsOf: Self.catalog, encoding: .utf8)
        var parts = text.components(separatedBy: "```\n")
        // Text and blocks alternate; the last part is text or empty.
        let blocks = stride(from: 1, to: parts.count, by: 2)
        #expect(Array(blocks).count == Self.diagrams.count)
        let draws = ProcessInfo.processInfo.environment["DRAW"] != nil
        for (block, diagram) in zip(blocks, Self.diagrams) {
            let drawn = try diagram.text() + "\n"
            if draws { parts[block] = drawn }
            #expect(parts[block] == drawn)
        }
        if draws { try parts.joined(separator: "```\n").write(to: Self.catalog, atomically: true, encoding: .utf8) }
    }
}
