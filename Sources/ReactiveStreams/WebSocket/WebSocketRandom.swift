import ReactiveNetworking

/// The source of the numbers that nobody can predict: the key of a handshake, and that of each frame.
struct WebSocketRandom: Sendable {
    let next: @Sendable () -> UInt32

    /// The generator of the system, which is cryptographically secure.
    static let system = WebSocketRandom {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// Returns a number of bytes.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let number = next()
            for shift in stride(from: UInt32(24), through: 0, by: -8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }
}
