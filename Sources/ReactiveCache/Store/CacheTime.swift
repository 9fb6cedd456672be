import ReactiveNetworking

/// A point in time, on the wall clock and on the clock of one process.
package struct CacheTime: Hashable, Sendable {
    /// The time on the wall clock, which other processes share.
    package var wall: Date
    /// The time on the monotonic clock of the cache that noted it.
    package var instant: Duration
    /// The identity of that clock. A cache compares instants of its own clock only.
    package var epoch: UInt64

    /// Creates a point in time.
    ///
    /// - Parameters:
    ///   - wall: The time on the wall clock.
    ///   - instant: The time on the monotonic clock.
    ///   - epoch: The identity of the monotonic clock.
    package init(wall: Date, instant: Duration, epoch: UInt64) {
        self.wall = wall
        self.instant = instant
        self.epoch = epoch
    }
}
