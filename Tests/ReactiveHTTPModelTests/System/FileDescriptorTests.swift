import Foundation
import Testing

@testable import ReactiveHTTPModel

@Suite struct FileDescriptorTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID())").path

    @Test func aFileHasWhatWasWritten() throws {
        defer { unlink(path) }
        let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL).write(data)
        #expect(try FileDescriptor(path, O_RDONLY).status().st_mode & 0o777 == 0o600)
        #expect(try FileDescriptor.contents(of: path, atMost: 200_000) == data)
        let file = try FileDescriptor(path, O_RDONLY)
        #expect(try file.read(atMost: 150_000).count == 150_000)
        #expect(try file.read(atMost: 150_000) == data.dropFirst(150_000))
        #expect(try file.read(atMost: 1).isEmpty)
    }

    @Test func aFileThatIsTooLongIsRefused() throws {
        defer { unlink(path) }
        try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL).write(Data([1, 2, 3]))
        let refusal = #expect(throws: FileDescriptor.Refusal.self) {
            try FileDescriptor.contents(of: path, atMost: 2)
        }
        #expect(refusal?.reason == "it has more than 2 bytes")
    }

    @Test func whatIsNoRegularFileIsRefusedAtOnce() throws {
        defer { unlink(path) }
        #expect(mkfifo(path, 0o600) == 0)
        for path in [path, "/dev/zero", "/"] {
            let refusal = #expect(throws: FileDescriptor.Refusal.self) {
                try FileDescriptor.contents(of: path, atMost: 1 << 20)
            }
            #expect(refusal?.reason == "it is not a regular file")
        }
    }

    @Test func aMissingFileIsNamedByTheCallAndItsError() {
        let error = #expect(throws: SystemError.self) { try FileDescriptor(path, O_RDONLY) }
        #expect(error == SystemError(call: "open", code: ENOENT))
        #expect(error?.readError.code == .fileReadNoSuchFile)
    }
}
