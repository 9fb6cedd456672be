import Foundation
import ReactiveCache
import ReactiveNetworking

/// The operations of a store one after the other, with content that can be checked.
///
/// Every body is made from its tag, its size and its URL, which the head contains too, so that a reader knows which
/// bytes to expect.
package struct CacheProbe: Sendable {
    /// A record is not as it was written.
    package struct Torn: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    package let store: any RecordStore

    package init(_ store: any RecordStore) { self.store = store }

    /// Returns the only value of a producer.
    package static func value<Value>(_ producer: SignalProducer<Value, CacheStoreError>) throws(CacheStoreError)
        -> Value
    {
        guard let result = producer.first() else { throw CacheStoreError(.other, detail: "interrupted") }
        return try result.get()
    }

    package static func key(_ name: String) -> CacheKey { CacheKey(normalized: "http://cache.test/\(name)") }

    package static func metadata(tag: Int, size: Int, padding: Int = 0) -> CacheMetadata {
        var headers: HTTP.Headers = ["X-Tag": String(tag), "X-Size": String(size), "Cache-Control": "max-age=60"]
        if padding > 0 { headers.add("X-Padding", String(repeating: "p", count: padding)) }
        let time = CacheTime(wall: Date(timeIntervalSinceReferenceDate: 0), instant: .zero, epoch: 1)
        return CacheMetadata(head: ResponseHead(status: .ok, headers: headers), requested: time, received: time)
    }

    /// Returns the body of a tag.
    package static func content(tag: Int, size: Int, of key: CacheKey) -> Data {
        var state = UInt64(truncatingIfNeeded: tag) &+ UInt64(size) << 32
        for byte in key.url.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var words = [UInt64](repeating: 0, count: size / 8 + 1)
        for index in words.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            words[index] = state ^ state >> 29
        }
        return words.withUnsafeBytes { Data($0.prefix(size)) }
    }

    /// Stores a record, in pieces of `pieceSize`.
    @discardableResult
    package func put(
        _ name: String,
        tag: Int,
        size: Int,
        in partition: String = "",
        padding: Int = 0,
        pieceSize: Int = 100_000,
        replacing records: [CacheRecord] = []
    ) throws(CacheStoreError) -> CacheRecord {
        let key = Self.key(name)
        let writer = try Self.value(store.writer(for: key, in: CachePartition(partition), expecting: nil))
        try Self.write(Self.content(tag: tag, size: size, of: key), to: writer, pieceSize: pieceSize)
        let metadata = Self.metadata(tag: tag, size: size, padding: padding)
        return try Self.value(writer.commit(metadata, replacing: records))
    }

    package static func write(
        _ body: Data,
        to writer: any CacheWriter,
        pieceSize: Int
    ) throws(CacheStoreError) {
        for start in stride(from: 0, to: body.count, by: pieceSize) {
            let piece = body.subdata(in: start..<min(start + pieceSize, body.count))
            try writer.write(piece).wait().get()
        }
    }

    package func records(_ name: String, in partitions: [String] = [""]) throws(CacheStoreError) -> [CacheRecord] {
        try Self.value(store.records(for: Self.key(name), in: partitions.map { CachePartition($0) }))
    }

    package func all() throws(CacheStoreError) -> [CacheRecord] { try Self.value(store.allRecords()) }

    /// Returns the whole body of a record, read in pieces of at most 64 KiB.
    package func body(of record: CacheRecord) throws(CacheStoreError) -> Data {
        try Self.bytes(of: Self.value(store.body(of: record)))
    }

    package static func bytes(of body: any CacheBody) throws(CacheStoreError) -> Data {
        var bytes = Data()
        let count = body.byteCount
        while Int64(bytes.count) < count {
            let start = Int64(bytes.count)
            bytes += try value(body.bytes(in: start..<min(start + 65_536, count)))
        }
        return bytes
    }

    /// Reads a record whole and compares it with what its head says; returns its tag.
    @discardableResult
    package func check(_ record: CacheRecord) throws -> Int {
        let headers = record.metadata.head.headers
        guard let tag = headers["X-Tag"].flatMap({ Int($0) }), let size = headers["X-Size"].flatMap({ Int($0) }) else {
            throw Torn("the head is \(headers)")
        }
        let body = try body(of: record)
        guard body.count == size, body == Self.content(tag: tag, size: size, of: record.key) else {
            throw Torn("\(record.key.url), tag \(tag): \(body.count) of \(size) bytes, or other ones")
        }
        return tag
    }

    /// Reads all records whole; returns the tags by the last components of their URLs.
    package func checkAll() throws -> [String: [Int]] {
        var tags: [String: [Int]] = [:]
        for record in try all() {
            let name = record.key.url.split(separator: "/").last.map(String.init) ?? ""
            tags[name, default: []].append(try check(record))
        }
        return tags.mapValues { $0.sorted() }
    }
}
