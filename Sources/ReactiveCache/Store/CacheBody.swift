import Foundation
import ReactiveNetworking

/// The body of a record, or the part of one that is written so far.
///
/// A body stays readable while somebody refers to it, even if its record is evicted, replaced, or removed meanwhile.
/// When the last reference is released, the store frees what the body occupies.
package protocol CacheBody: Sendable {
    /// The number of bytes that can be read.
    var byteCount: Int64 { get }

    /// Reads bytes that lie within the body.
    ///
    /// The cache asks for the next bytes when its consumer is ready for them, for at most 64 KiB at once. Each byte is
    /// checked before it is sent: against a checksum where a medium may change it.
    ///
    /// - Parameter range: The offsets, which are not empty.
    /// - Returns: A producer of one value, one byte up to all bytes of the range, from its beginning. It fails with
    ///   ``CacheStoreError/Kind/corrupt`` if the bytes are not those that were written.
    func bytes(in range: Range<Int64>) -> SignalProducer<Data, CacheStoreError>
}
