extension SignalProducer {
    /// Counts each start as one operation until it ends for any reason (N17). The count has already decreased when the
    /// operation's only value or its terminal event arrives.
    func counted(by activity: ActivityCounter) -> SignalProducer {
        holding { activity.begin() }
    }
}
