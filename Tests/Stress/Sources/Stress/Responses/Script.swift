import ReactiveNetworking

/// One exchange, as a seed determines it: the request, the response as bytes, and the result that it must have.
struct Script: Sendable {
    /// The path to the response for a seed, behind the number of a lane.
    enum Kind: String, Sendable {
        case random
        case honest
    }

    let kind: Kind
    let seed: UInt64
    let method: HTTP.Method
    let requestBody: [UInt8]
    let delivery: Delivery
    /// The only right result; `nil` if the response was mutated, so that any end is right.
    let meaning: RandomResponse.Meaning?
    /// A Boolean value that indicates whether an operation of a network sends the request, false if it goes to the
    /// transport itself.
    let isOperation: Bool

    init(_ kind: Kind, seed: UInt64) {
        switch kind {
        case .random: self.init(randomFor: seed)
        case .honest: self.init(honestFor: seed)
        }
    }

    private init(randomFor seed: UInt64) {
        kind = .random
        self.seed = seed
        var response = RandomResponse(Seeded(seed))
        let isMutated = response.chance(3, of: 4)
        if isMutated { response.mutate() }
        var random = response.random
        method = response.method
        requestBody = method == .post ? random.bytes(random.number(0...200), of: RandomResponse.alphabet) : []
        meaning = isMutated ? nil : response.meaning
        // A valid response must not be lost by a reset that overtakes it.
        let endings: [Delivery.Ending] = isMutated ? [.stays, .closes, .closes, .resets] : [.stays, .stays, .closes]
        let ending = response.lastsUntilTheEnd && !isMutated ? .closes : random.one(of: endings)
        delivery = Delivery(response.bytes, then: ending, &random)
        isOperation = isMutated && random.chance(1, of: 2)
    }

    /// The body names the seed, so that no other answer can pass for it.
    private init(honestFor seed: UInt64) {
        kind = .honest
        self.seed = seed
        var random = Seeded(~seed)
        method = random.chance(1, of: 4) ? .post : .get
        requestBody = method == .post ? random.bytes(random.number(0...3_000), of: RandomResponse.alphabet) : []
        let text = String(repeating: "honest \(seed) ", count: random.number(1...60))
        let fields =
            random.chance(1, of: 2)
            ? "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
            : "Transfer-Encoding: chunked\r\n\r\n\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n0\r\n\r\n"
        let isLast = random.chance(1, of: 16)
        let head = "HTTP/1.1 200 OK\r\nX-Seed: \(seed)\r\n\(isLast ? "Connection: close\r\n" : "")"
        let bytes = Array((head + fields).utf8)
        let ending = isLast ? Delivery.Ending.closes : .stays
        delivery = random.chance(3, of: 4) ? Delivery(bytes, then: ending) : Delivery(bytes, then: ending, &random)
        meaning = RandomResponse.Meaning(status: 200, body: Array(text.utf8))
        isOperation = random.chance(1, of: 2)
    }

    func path(lane: Int) -> String { "/\(lane)/\(kind.rawValue)/\(seed)" }
}

extension Script {
    /// Recognizes the path of a request.
    static func find(_ path: some StringProtocol) -> (lane: Int, script: Script)? {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let lane = Int(parts[0]), let kind = Kind(rawValue: String(parts[1])),
            let seed = UInt64(parts[2])
        else { return nil }
        return (lane, Script(kind, seed: seed))
    }
}
