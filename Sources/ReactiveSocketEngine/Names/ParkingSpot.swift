#if os(Linux)
    import ReactiveHTTPModel

    /// The place where one thread sleeps until another wakes it or its patience ends, on a monotonic clock (EN7).
    ///
    /// A semaphore of Dispatch would measure by the clock of the wall here.
    final class ParkingSpot: @unchecked Sendable {
        // SAFETY: `isWoken` is read and written only while the mutex is locked. The mutex and the condition have their
        // own memory, so that they never move, and are destroyed when no thread can use them any more: whoever waits
        // or wakes holds a reference to this object.
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var isWoken = false

        init() {
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
            condition.initialize(to: pthread_cond_t())
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(condition)
            condition.deallocate()
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Wakes the thread that sleeps, or the next one that is about to.
        func wake() {
            pthread_mutex_lock(mutex)
            isWoken = true
            pthread_cond_signal(condition)
            pthread_mutex_unlock(mutex)
        }

        /// Sleeps until ``wake()`` is called. The call is used up.
        func sleep() {
            pthread_mutex_lock(mutex)
            while !isWoken { pthread_cond_wait(condition, mutex) }
            isWoken = false
            pthread_mutex_unlock(mutex)
        }

        /// Sleeps until ``wake()`` is called, or for a time.
        ///
        /// - Returns: Whether the thread was woken.
        func sleep(atMost patience: Duration) -> Bool {
            var end = Self.time(after: patience)
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while !isWoken {
                // Any result but zero ends the wait: the time is over, or could not be measured.
                guard pthread_cond_timedwait(condition, mutex, &end) == 0 else { break }
            }
            defer { isWoken = false }
            return isWoken
        }

        private static func time(after patience: Duration) -> timespec {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            let end = Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) + patience
            let (seconds, attoseconds) = end.components
            return timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        }
    }
#endif
