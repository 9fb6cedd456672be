import Synchronization

/// The core has ReactiveSwift's `Atomic` as well; in this module the name means the one without a lock.
typealias Atomic = Synchronization.Atomic
