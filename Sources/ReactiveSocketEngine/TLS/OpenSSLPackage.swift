#if os(Linux)
    import ReactiveHTTPModel

    /// The package that brings OpenSSL, by the name that this system gives it (AD10).
    enum OpenSSLPackage {
        static var name: String {
            let paths = ["/etc/os-release", "/usr/lib/os-release"]
            let text = paths.lazy.compactMap { try? FileDescriptor.contents(of: $0, atMost: 1 << 16) }.first
            return name(onSystem: String(decoding: text ?? Data(), as: UTF8.self))
        }

        /// Returns the name for the system that a text describes in the format of os-release(5).
        static func name(onSystem text: String) -> String {
            let fields = text.split(whereSeparator: \.isNewline).map { $0.split(separator: "=", maxSplits: 1) }
            func words(_ name: String) -> [String] {
                let value = fields.last { $0.first == name[...] && $0.count == 2 }?.last ?? ""
                return value.filter { !"\"'".contains($0) }.split(separator: " ").map(String.init)
            }
            let version = words("VERSION_ID").first.flatMap { Int($0.prefix { $0 != "." }) } ?? 0
            for system in words("ID") + words("ID_LIKE") {
                switch system {
                // The packages were renamed when their time stamps got 64 bits; the new one provides the old name.
                case "debian" where words("ID") == ["debian"]: return version >= 13 ? "libssl3t64" : "libssl3"
                case "ubuntu" where words("ID") == ["ubuntu"]: return version >= 24 ? "libssl3t64" : "libssl3"
                case "debian", "ubuntu", "alpine": return "libssl3"
                case "fedora", "rhel", "centos", "amzn": return "openssl-libs"
                default: continue
                }
            }
            return "openssl"
        }
    }
#endif
