import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct EntryNameTests {
    private static let digits = "0123456789abcdef0123456789abcdef"

    @Test func aNameIsReadAsItIsWritten() throws {  // H40
        for number in [0, 1, UInt64.max] {
            let name = EntryName(key: Self.digits, partition: String(Self.digits.reversed()), number: number)
            #expect(EntryName(name.text) == name)
            #expect(EntryName.owner(ofBody: name.body) == name)
            #expect(EntryName(name.body) == nil && EntryName.owner(ofBody: name.text) == nil)
        }
    }

    @Test(arguments: [
        "", "-", "--", "../..", "a-b-c", "\(digits)-\(digits)-0123456789abcde", "\(digits)-\(digits)-0123456789abcdef0",
        "\(digits)-\(digits)-0123456789ABCDEF", "\(digits)-\(digits)-+123456789abcdef",
        "\(digits)-../../../../../../x-0",
        "\(digits)-\(digits)-0123456789abcdef-", "\(digits.dropLast())/-\(digits)-0123456789abcdef",
    ])
    func anInvalidEntryNameIsRefused(text: String) {  // H40
        #expect(EntryName(text) == nil)
        #expect(EntryName(CacheRecord.ID(rawValue: text)) == nil)
    }

    @Test(arguments: ["", "public", "authorization:0"])
    func theDigitsOfAPartitionBeginItsDigest(text: String) {  // H40
        let partition = CachePartition(text)
        #expect(EntryName.digits(of: partition) == partition.digest.prefix(32))
    }

    @Test func aFolderHasTheFirstTenBits() {  // H39
        let folders = ["0000", "000f", "0010", "ffff"].map { EntryName.folder(of: $0) }
        #expect(folders == ["000", "000", "001", "fff"])
        #expect(folders.allSatisfy(EntryName.isFolder))
        #expect(["", "00", "0000", "x00", "+00", "3FF"].allSatisfy { !EntryName.isFolder($0) })
    }
}
