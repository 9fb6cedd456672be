/// A description of the client, for servers that require one. Nothing is sent unless you add its headers.
///
/// ```swift
/// let network = Network(configuration: Network.Configuration(headers: ClientInfo.current.headers))
/// ```
public struct ClientInfo: Hashable, Sendable {
    /// The name of the app. In ``userAgent``, characters that are not allowed in a token are replaced with `-`.
    public var name: String
    /// The version of the app.
    public var version: String
    /// The build of the app.
    public var build: String
    /// The operating system.
    public var platform: String
    /// The version of the operating system.
    public var systemVersion: String
    /// The user's languages as BCP 47 tags, the preferred one first.
    public var languages: [String]
    /// The type of the device, such as `iPhone`, `iPad`, or `Mac`; elsewhere the architecture, such as `x86_64`. `nil`
    /// if it is unknown or not to be told.
    public var device: String?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: The name of the app.
    ///   - version: The version of the app.
    ///   - build: The build of the app.
    ///   - platform: The operating system.
    ///   - systemVersion: The version of the operating system.
    ///   - languages: The user's languages as BCP 47 tags, the preferred one first.
    ///   - device: The type of the device; `nil` if it is not to be told.
    public init(
        name: String,
        version: String,
        build: String,
        platform: String,
        systemVersion: String,
        languages: [String],
        device: String? = nil
    ) {
        self.name = name
        self.version = version
        self.build = build
        self.platform = platform
        self.systemVersion = systemVersion
        self.languages = languages
        self.device = device
    }

    /// The description of the current process, from its bundle and the system.
    public static var current: ClientInfo {
        let info = bundleInfo
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return ClientInfo(
            name: info["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName,
            version: info["CFBundleShortVersionString"] as? String ?? "0",
            build: info["CFBundleVersion"] as? String ?? "0",
            platform: systemName,
            systemVersion: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
            languages: Locale.preferredLanguages,
            device: deviceType
        )
    }

    /// The description of the program in its bundle; empty on Linux, where programs have none.
    private static var bundleInfo: [String: Any] {
        #if canImport(Darwin)
            Bundle.main.infoDictionary ?? [:]
        #else
            [:]
        #endif
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

    /// The letters of the name of the hardware: those before the number of the model, as in `iPhone15,2`. A Mac has
    /// the name of its processor here.
    private static let deviceType: String? = {
        #if os(macOS) || targetEnvironment(macCatalyst)
            return "Mac"
        #else
            var system = utsname()
            guard uname(&system) == 0 else { return nil }
            let machine = withUnsafeBytes(of: &system.machine) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            #if os(Linux)
                return machine.isEmpty ? nil : machine
            #else
                let model = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] ?? machine
                let letters = model.prefix { $0.isLetter }
                return letters.isEmpty ? nil : String(letters)
            #endif
        #endif
    }()
}

extension ClientInfo {
    /// The header fields `User-Agent`, `Accept-Language` (if a language is known), and `X-Client-Name`,
    /// `X-Client-Version`, `X-Client-Build`, `X-Client-Platform`, `X-Client-System-Version`, and `X-Client-Device` (if
    /// the device is known).
    public var headers: HTTP.Headers {
        var headers: HTTP.Headers = [HTTP.Headers.Name.userAgent: userAgent]
        headers[HTTP.Headers.Name.acceptLanguage] = acceptLanguage
        let fields = [
            ("Name", name), ("Version", version), ("Build", build), ("Platform", platform),
            ("System-Version", systemVersion), ("Device", device),
        ]
        for case (let field, let value?) in fields { headers.add("X-Client-\(field)", Redaction.printable(value)) }
        return headers
    }

    /// The value of `User-Agent`, such as `App/1.2 (build 34; Linux 6.1.0)`.
    public var userAgent: String {
        let comment = "build \(build); \(platform) \(systemVersion)".filter { !"()\\".contains($0) }
        return "\(Self.token(name))/\(Self.token(version)) (\(Redaction.printable(comment)))"
    }

    /// The value of `Accept-Language`, such as `de-DE, en;q=0.9`, with up to ten languages in descending order of
    /// preference (RFC 9110 §12.4.2); `nil` if no language is known.
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
