extension Network {
    /// The sources that a response may come from.
    public typealias CachePolicy = PreparedRequest.CachePolicy

    /// The time for which a cache considers responses fresh.
    public typealias CacheLifetime = PreparedRequest.CacheLifetime
}
