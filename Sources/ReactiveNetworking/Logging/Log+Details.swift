extension Log {
    /// The optional details of a log, in addition to its lines; for ``Network/log(to:level:showing:)``.
    ///
    /// Secrets are redacted in details too. Bodies that are neither JSON nor a form cannot be searched for secrets, so
    /// request bodies only for debugging, and not in logs that are kept.
    public struct Details: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The bodies of requests and responses, up to 64 KiB each: JSON and other text on one line, otherwise the size
        /// only. Lines of a request begin with `>`, lines of a response with `<`.
        public static let bodies = Log.Details(rawValue: 1)
        /// The bodies, with JSON pretty-printed, one line for each member.
        public static let prettyBodies = Log.Details(rawValue: 3)
        /// Each request that is sent, as a `curl` command with its body, as `curlCommand(redactedBy:)`
        /// returns it. The lines begin with `$`.
        public static let curl = Log.Details(rawValue: 4)

        var isPretty: Bool { rawValue & 2 != 0 }
    }
}
