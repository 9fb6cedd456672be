import ReactiveHTTPModel

extension LoopbackServer.Reply {
    /// Returns the reply with its content resolved if it depends on the request.
    func resolved(for request: LoopbackServer.ReceivedRequest) -> Self {
        guard case .echo = content else { return self }
        var reply = header("Content-Type", "application/json")
        reply.content = .bytes(Array(Self.description(of: request).utf8))
        return reply
    }

    private static func description(of request: LoopbackServer.ReceivedRequest) -> String {
        let pairs = request.headers.map { "[\(jsonString($0.name)),\(jsonString($0.value))]" }
        let members = [
            #""method":"# + jsonString(request.method),
            #""path":"# + jsonString(request.path),
            #""query":"# + (request.query.map(jsonString) ?? "null"),
            #""headers":["# + pairs.joined(separator: ",") + "]",
            bodyMember(request.body),
        ]
        return "{\(members.joined(separator: ","))}"
    }

    private static func bodyMember(_ body: [UInt8]) -> String {
        guard let text = String(validating: body, as: UTF8.self) else {
            return #""bodyBase64":""# + Data(body).base64EncodedString() + "\""
        }
        return #""body":"# + jsonString(text)
    }

    private static func jsonString(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\\(scalar)"
            case "\0"..<" ": json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
