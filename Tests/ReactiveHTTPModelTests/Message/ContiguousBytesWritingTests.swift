import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct ContiguousBytesWritingTests {
    @Test func allBytesAreWrittenAtTheirOffset() throws {
        let folder = try Folder()
        let path = folder.file("file").path
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(bytes.write(to: descriptor, at: 5) == 0)
        #expect(Data().write(to: descriptor, at: 1 << 40) == 0)
        #expect(folder.contents(of: "file") == Data(count: 5) + bytes)
    }

    @Test func aFailedWriteReturnsTheErrorNumberOfTheSystem() throws {
        let folder = try Folder()
        try Data().write(to: folder.file("file"))
        let descriptor = open(folder.file("file").path, O_RDONLY)
        defer { close(descriptor) }
        #expect(Data([1]).write(to: descriptor, at: 0) == EBADF)
    }
}
