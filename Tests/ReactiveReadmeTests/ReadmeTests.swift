import Foundation
import ReactiveStreams
import Testing

/// Compares the documents' code with the files beside this one, which compile.
@Suite struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: [
        ("README.md", 9),
        ("Sources/ReactiveNetworking/ReactiveNetworking.docc/Cookbook.md", 30),
    ])
    func everyBlockOfCodeIsCompiled(document: String, count: Int) throws {
        let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
        let compiled = try ["Snippets.swift", "CookbookSnippets.swift", "TestingSnippets.swift"].flatMap { name in
            let source = Self.root.appending(path: "Tests/ReactiveReadmeTests/\(name)")
            return Self.lines(of: try String(contentsOf: source, encoding: .utf8))
        }
        let blocks = Self.blocks(in: text)
        #expect(blocks.count >= count)
        for block in blocks {
            let code = Self.lines(of: block).filter { !$0.hasPrefix("import ") }
            #expect(Self.contains(compiled, code), "no snippet contains:\n\(block)")
        }
    }

    @Test func theTableOfPlatformsSaysWhatIsChecked() throws {  // AD21
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let rows = readme.split(separator: "\n").map { $0.split(separator: "|").map { Self.lines(of: $0).joined() } }
        let platforms = rows.filter { $0.count == 2 }.reduce(into: [String: String]()) { $0[$1[0]] = $1[1] }
        let run = try String(contentsOf: Self.root.appending(path: ".ci/run"), encoding: .utf8)
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        #if os(Linux) && arch(x86_64) && canImport(Glibc)
            #expect(run.contains("swift test"))
            #expect(platforms["Linux, x86_64, glibc"] == "tested at each change")
        #endif
        #expect(!run.contains("aarch64") && platforms["Linux, aarch64"] == "not run")
        #expect(!run.contains("--swift-sdk") && platforms["Linux, musl"] == "prepared, not built")
        #expect(run.contains("Tests/AppleCheck"))
        let apple = platforms.filter { $0.value == "type-checked with stubs, not run" }.keys.joined()
        let names = apple.split(separator: ",").map { $0.split(separator: " ") }
        for name in names {
            let version = "." + name[0].prefix(1).lowercased() + name[0].dropFirst() + "(.v" + name[1] + ")"
            #expect(manifest.contains(version), "\(version)")
        }
        #expect(names.count == manifest.matches(of: /OS\(\.v\d+\)/).count)
        #expect(platforms["Android, Windows, Wasm"] == "no")
    }

    @Test func everyLinkLeadsToAFile() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let paths = readme.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }.filter { !$0.contains("://") }
        #expect(paths.count >= 20)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
        }
    }

    @Test func theMapNamesEveryFolderAndFilesThatExist() throws {  // AD26
        let map = "Sources/ReactiveNetworking/ReactiveNetworking.docc/MapOfTheSources.md"
        let named = Set(try Self.paths(in: map, below: "Sources/"))
        for path in named {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
        }
        let files = try #require(FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources").path))
        let sources = files.compactMap { $0 as? String }.filter {
            [".swift", ".c", ".h"].contains(where: $0.hasSuffix)
        }
        let folders = Set(sources.map { "Sources/" + ($0.split(separator: "/").dropLast().joined(separator: "/")) })
        #expect(folders.count > 80)
        #expect(folders.subtracting(named).sorted() == [])
    }

    /// The blocks of Swift, except for those that a comment such as `<!-- needs: encoder -->` precedes.
    private static func blocks(in text: String) -> [String] {
        let parts = text.components(separatedBy: "```")
        // Text and blocks alternate.
        return stride(from: 1, to: parts.count, by: 2)
            .filter { parts[$0].hasPrefix("swift\n") && !parts[$0 - 1].contains("<!-- needs:") }
            .map { String(parts[$0].dropFirst("swift\n".count)) }
    }

    private static func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func contains(_ lines: [String], _ part: [String]) -> Bool {
        guard lines.count >= part.count else { return false }
        return (0...(lines.count - part.count)).contains { Array(lines[$0..<($0 + part.count)]) == part }
    }

    /// The paths in backticks of a document that lead to files or folders of the package, relative to `base`.
    private static func paths(in document: String, below base: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        return text.matches(of: /`([A-Za-z.]+\/[^` ]+|C?Reactive[A-Za-z0-9]+)`/).map { base + String($0.output.1) }
    }
}
