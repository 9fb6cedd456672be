extension SignalProducer {
    /// Counts each start as one operation until it ends, in whatever way (N17). The counter has fallen when the value,
    /// which is the operation's only one, or the terminal event arrives.
    func counted(by activity: ActivityCounter) -> SignalProducer {
        holding { activity.begin() }
    }
}
