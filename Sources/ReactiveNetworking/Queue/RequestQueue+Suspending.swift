extension RequestQueue {
    /// Suspends the queue while a property is `true`, for example while the device is offline.
    ///
    /// ```swift
    /// let queue = RequestQueue(.limited(4)).suspended(while: Reachability.shared.isOffline)
    /// ```
    ///
    /// Running operations continue. The queue starts operations if it is not suspended by ``suspend()`` and none of its
    /// properties is `true`; ``resume()`` does not override a property. The queue observes the property as long as it
    /// exists, and operations start where the property changes. The last value of a property that completes remains.
    ///
    /// - Parameter property: The property that suspends the queue.
    /// - Returns: The queue itself.
    @discardableResult
    public func suspended(while property: some PropertyProtocol<Bool>) -> RequestQueue {
        let number = addSuspension()
        suspensions += property.producer.startWithValues { [weak self] isSuspended in
            self?.suspend(isSuspended, number)
        }
        return self
    }
}
