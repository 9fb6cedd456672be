extension URL {
    /// Returns whether scheme, host, and port are equal.
    package func hasSameOrigin(as other: URL) -> Bool {
        scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && effectivePort == other.effectivePort
    }

    /// The scheme, host, and port in normalized form.
    package var origin: String { "\(scheme?.lowercased() ?? "")://\(host?.lowercased() ?? ""):\(effectivePort)" }

    /// A Boolean value that indicates whether the scheme is https.
    package var isSecure: Bool { scheme?.lowercased() == "https" }

    private var effectivePort: Int { port ?? (isSecure ? 443 : 80) }
}
