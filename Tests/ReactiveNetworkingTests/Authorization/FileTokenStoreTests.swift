import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite final class FileTokenStoreTests {
    private let directory = NSTemporaryDirectory() + "FileTokenStoreTests." + Authorization.randomNonce()
    private var path: String { directory + "/a/b/token" }
    private var store: FileTokenStore { FileTokenStore(URL(fileURLWithPath: path)) }
    private let token = AccessToken(access: "a", refresh: "b", expiry: Date(timeIntervalSince1970: 1_234_567))

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func contents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory + "/a/b")
    }

    @Test func aTokenIsKeptReplacedAndRemoved() throws {  // F-19
        #expect(store.load() == nil)
        try store.save(token)
        #expect(store.load() == token)
        try store.save(.init(access: "c"))
        #expect(store.load() == AccessToken(access: "c"))
        #expect(try contents() == ["token"])
        try store.save(nil)
        try store.save(nil)
        #expect(store.load() == nil)
        #expect(try contents().isEmpty)
    }

    @Test func onlyTheOwnerCanReadTheFile() throws {
        try store.save(token)
        #expect(try mode(path) == 0o600)
        for made in [directory, directory + "/a", directory + "/a/b"] { #expect(try mode(made) == 0o700) }
    }

    @Test func anExistingDirectoryKeepsItsPermissions() throws {
        try FileManager.default.createDirectory(atPath: directory + "/a/b", withIntermediateDirectories: true)
        chmod(directory + "/a/b", 0o755)
        try store.save(token)
        #expect(try mode(directory + "/a/b") == 0o755)
        #expect(try mode(path) == 0o600)
    }

    @Test func symbolicLinksAreNotFollowed() throws {
        try store.save(token)
        let victim = directory + "/victim"
        try Data("victim".utf8).write(to: URL(fileURLWithPath: victim))
        unlink(path)
        #expect(symlink(victim, path) == 0)
        #expect(store.load() == nil)
        try store.save(token)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "victim")
        #expect(store.load() == token)
        #expect(try mode(path) == 0o600)
    }

    @Test func invalidContentCountsAsNoToken() throws {  // F-19
        try store.save(token)
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        for bad in [Data(), Data("{".utf8), Data("[]".utf8), good.dropLast(), Data(repeating: 0x20, count: 2 << 20)] {
            try bad.write(to: URL(fileURLWithPath: path))
            #expect(store.load() == nil)
        }
        for byte in good.indices {
            var flipped = good
            flipped[byte] ^= 0x80
            try flipped.write(to: URL(fileURLWithPath: path))
            #expect(store.load() != token)
        }
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(store.load() == nil)
        unlink(path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(store.load() == nil)
    }

    @Test func aFileThatOthersCanWriteIsIgnored() throws {
        try store.save(token)
        chmod(path, 0o620)
        #expect(store.load() == nil)
        try store.save(token)
        #expect(store.load() == token)
    }

    @Test func anErrorNamesCallAndPathAndLeavesNoFile() throws {  // F-19
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path + "/full"))
        let error = #expect(throws: FileTokenStore.Failure.self) { try store.save(token) }
        #expect(error?.call == "rename" && error?.path == path)
        #expect(error?.description.contains("rename failed, ") == true)
        #expect(try contents() == ["token"])
    }
}
