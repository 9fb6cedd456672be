#if os(Linux)
    import Foundation

    /// Undoes the content codings of one response (RFC 9110 §8.4): those that the transport itself has offered.
    struct ContentDecoding {
        /// Why a body cannot be had.
        struct Failure: Error {
            let kind: TransportError.Kind
            let text: String
        }

        /// What to offer; `nil` if nothing can be undone.
        static let acceptEncoding: String? = {
            let names = Inflater.Coding.available.map(\.rawValue)
            return names.isEmpty ? nil : names.joined(separator: ", ")
        }()
        /// Every coding multiplies what a few bytes can expand to.
        private static let maxCodingCount = 5

        /// In the order in which they are undone.
        private var inflaters: [Inflater] = []
        /// What was taken in and not yet decoded.
        private var input: Data?
        /// Why a body cannot be decoded, should there be one.
        private var failure: Failure?
        /// How many bytes were decoded.
        private(set) var byteCount: Int64 = 0

        /// What the head says is to be undone; `nil` if nothing.
        init?(_ headers: HTTP.Headers, offered: [Inflater.Coding] = Inflater.Coding.available) {
            let names = headers.values(for: HTTP.Headers.Name.contentEncoding).flatMap { $0.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && $0.lowercased() != "identity" }
            guard !names.isEmpty else { return nil }
            let codings = names.reversed().compactMap { Inflater.Coding(name: $0) }.filter(offered.contains)
            if names.count > Self.maxCodingCount {
                failure = Failure(kind: .invalidResponse, text: "the body has more than \(Self.maxCodingCount) codings")
            } else if codings.count < names.count {
                failure = Failure(kind: .invalidResponse, text: "the body has a coding that was not offered")
            } else {
                inflaters = codings.map { Inflater($0) }
            }
        }

        /// Takes the next bytes in, once ``next()`` has given all of those before.
        mutating func take(_ data: Data) { input = data }

        /// The next piece of what was taken in, decoded; `nil` after the last one. No more is decoded than what it gives.
        mutating func next() throws(Failure) -> Data? {
            if let failure { throw failure }
            do {
                let piece = try piece(after: inflaters.count)
                byteCount += Int64(piece?.count ?? 0)
                return piece
            } catch Inflater.Failure.noMemory {
                throw Failure(kind: .other, text: "there is no memory to decode the body")
            } catch {
                throw Failure(kind: .invalidResponse, text: "the body is not in the coding it is said to be in")
            }
        }

        /// The next piece that comes out of the first so many inflaters.
        private mutating func piece(after count: Int) throws -> Data? {
            guard count > 0 else {
                defer { input = nil }
                return input
            }
            while true {
                if let piece = try inflaters[count - 1].next() { return piece }
                guard let more = try piece(after: count - 1) else { return nil }
                inflaters[count - 1].take(more)
            }
        }

        /// The body has ended on the wire; so must its codings have.
        func finish() throws(Failure) {
            guard inflaters.allSatisfy(\.isWhole) else {
                throw Failure(kind: .truncatedResponse, text: "the body ended before its coding did")
            }
        }
    }
#endif
