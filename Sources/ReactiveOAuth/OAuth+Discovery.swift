import ReactiveNetworking

extension OAuth.Server {
    /// Loads the endpoints of a server from its metadata (RFC 8414).
    ///
    /// The metadata must name the same issuer, and, if they list challenge methods, support `S256`. The `iss` parameter
    /// of redirects is checked, and required if the server announces it (RFC 9207 §3).
    ///
    /// - Parameters:
    ///   - issuer: The identifier of the server, an https URL without a query.
    ///   - network: The network to send with.
    /// - Returns: A producer of one value, the server.
    public static func discovered(
        from issuer: String,
        over network: Network
    ) -> SignalProducer<OAuth.Server, OAuth.Failure> {
        let address: String
        do {
            address = try metadataAddress(of: issuer)
        } catch {
            return SignalProducer(error: .invalidConfiguration(error))
        }
        var request = Request(.get, address, headers: ["Accept": "application/json"], acceptedCodes: [.ok])
        request.authorization = .withoutCredentials
        request.maxBodySize = OAuth.maxBodySize
        let decoding = Decoding<Result<OAuth.Server, OAuth.ConfigurationError>>.custom { data in
            try Self.parsed(data, issuer)
        }
        return network.send(request, decoding: decoding)
            .mapError(OAuth.Failure.init)
            .attemptMap { $0.parsedData.mapError { .invalidConfiguration($0) } }
    }

    /// Returns the address of the metadata, which is inserted before the path (RFC 8414 §3.1).
    private static func metadataAddress(of issuer: String) throws(OAuth.ConfigurationError) -> String {
        try check(issuer, as: .issuer)
        guard !issuer.utf8.contains(UInt8(ascii: "?")) else { throw OAuth.ConfigurationError(.issuer, .query) }
        let authority = issuer.firstRange(of: "://").map { issuer[$0.upperBound...] } ?? ""
        let path = authority.drop { $0 != "/" }
        let origin = issuer[..<path.startIndex]
        return origin + "/.well-known/oauth-authorization-server" + (path == "/" ? "" : path)
    }

    private static func parsed(
        _ data: Data,
        _ issuer: String
    ) throws(OAuth.InvalidResponse) -> Result<OAuth.Server, OAuth.ConfigurationError> {
        let members = try OAuth.Members(data)
        guard let found = try members.text("issuer") else { throw .missingMember("issuer") }
        guard found == issuer else { throw .otherIssuer }
        guard let page = try members.text("authorization_endpoint") else {
            throw .missingMember("authorization_endpoint")
        }
        guard let tokens = try members.text("token_endpoint") else { throw .missingMember("token_endpoint") }
        if let methods = try members.texts("code_challenge_methods_supported"), !methods.contains("S256") {
            throw .missingChallengeMethod
        }
        let sendsIssuer = try members.flag("authorization_response_iss_parameter_supported") ?? false
        return Result { () throws(OAuth.ConfigurationError) in
            try OAuth.Server(
                authorizationEndpoint: page,
                tokenEndpoint: tokens,
                issuer: sendsIssuer ? .required(issuer) : .ifPresent(issuer)
            )
        }
    }
}
