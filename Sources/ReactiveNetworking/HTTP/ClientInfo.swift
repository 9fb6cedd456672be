import Foundation

/// Who is asking, for servers that want to know. Nothing of it is sent unless you say so.
///
/// ```swift
/// let network = Network(configuration: Network.Configuration(headers: ClientInfo.current.headers))
/// ```
public struct ClientInfo: Hashable, Sendable {
    /// The name of the app: a token, as ``userAgent`` needs it; other characters are written as `-`.
    public var name: String
    /// The version of the app.
    public var version: String
    /// The build of the app.
    public var build: String
    /// The operating system.
    public var platform: String
    /// The version of the operating system.
    public var systemVersion: String
    /// The languages that the user reads, the favourite first, as BCP 47 has them.
    public var languages: [String]

    /// A description of your own.
    public init(
        name: String,
        version: String,
        build: String,
        platform: String,
        systemVersion: String,
        languages: [String]
    ) {
        self.name = name
        self.version = version
        self.build = build
        self.platform = platform
        self.systemVersion = systemVersion
        self.languages = languages
    }

    /// This process, as its bundle and the system describe it.
    public static var current: ClientInfo {
        let info = Bundle.main.infoDictionary ?? [:]
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return ClientInfo(
            name: info["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName,
            version: info["CFBundleShortVersionString"] as? String ?? "0",
            build: info["CFBundleVersion"] as? String ?? "0",
            platform: systemName,
            systemVersion: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
            languages: Locale.preferredLanguages
        )
    }

    private static let systemName: String = {
        #if os(Linux)
            "Linux"
        #elseif os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(visionOS)
            "visionOS"
        #else
            "unknown"
        #endif
    }()
}

extension ClientInfo {
    /// `User-Agent`, `Accept-Language` if there is a language, and the `X-Client-` fields: `Name`, `Version`, `Build`,
    /// `Platform` and `System-Version`.
    public var headers: HTTP.Headers {
        var headers: HTTP.Headers = [HTTP.Headers.Name.userAgent: userAgent]
        headers[HTTP.Headers.Name.acceptLanguage] = acceptLanguage
        let fields = [
            ("Name", name), ("Version", version), ("Build", build), ("Platform", platform),
            ("System-Version", systemVersion),
        ]
        for (field, value) in fields { headers.add("X-Client-\(field)", Redaction.printable(value)) }
        return headers
    }

    /// `App/1.2 (build 34; Linux 6.1.0)`
    public var userAgent: String {
        let comment = "build \(build); \(platform) \(systemVersion)".filter { !"()\\".contains($0) }
        return "\(Self.token(name))/\(Self.token(version)) (\(Redaction.printable(comment)))"
    }

    /// Up to ten languages, each less wanted than the one before (RFC 9110 §12.4.2): `de-DE, en;q=0.9`. `nil` where no
    /// language is known.
    public var acceptLanguage: String? {
        let tags = languages.filter { tag in
            !tag.isEmpty && tag.utf8.allSatisfy { HTTP.isTokenByte($0) }
        }
        guard !tags.isEmpty else { return nil }
        return tags.prefix(10).enumerated()
            .map { index, tag in index == 0 ? tag : "\(tag);q=0.\(10 - index)" }
            .joined(separator: ", ")
    }

    private static func token(_ text: String) -> String {
        let bytes = text.utf8.map { HTTP.isTokenByte($0) ? $0 : UInt8(ascii: "-") }
        return bytes.isEmpty ? "-" : String(decoding: bytes, as: UTF8.self)
    }
}
