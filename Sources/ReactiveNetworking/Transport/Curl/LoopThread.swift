#if os(Linux)
    import Foundation
    import Synchronization

    /// The thread that an event loop's state is confined to.
    ///
    /// Until the thread begins, the state belongs to the loop's initializer; after the thread has ended, to whoever
    /// releases the loop.
    final class LoopThread: Confinement {
        private let current = Synchronization.Atomic<UInt>(0)

        /// Makes the calling thread the loop's thread.
        func begin() { current.store(UInt(pthread_self()), ordering: .relaxed) }

        /// Notes that the loop's thread is about to end.
        func end() { current.store(0, ordering: .relaxed) }

        var isHeld: Bool { [0, UInt(pthread_self())].contains(current.load(ordering: .relaxed)) }
    }
#endif
