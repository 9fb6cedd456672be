#if os(Linux)
    import ReactiveHTTPModel

    /// Decodes the content codings of one response (RFC 9110 §8.4) that the transport offered.
    package struct ContentDecoding {
        /// The reason why a body cannot be decoded.
        struct Failure: Error {
            let kind: TransportError.Kind
            let text: String
        }

        /// The value of `Accept-Encoding`, or `nil` if no coding is available.
        static let acceptEncoding: String? = {
            let names = Inflater.Coding.available.map(\.rawValue)
            return names.isEmpty ? nil : names.joined(separator: ", ")
        }()
        /// The names of the codings that the transport can undo.
        package static let supportedNames = Set(Inflater.Coding.available.flatMap(\.names))
        /// The limit on nested codings, each of which multiplies the size that a few bytes can expand to.
        private static let maxCodingCount = 5

        /// The decoders, in the order in which they are applied.
        private var inflaters: [Inflater] = []
        /// The input that has not been decoded yet.
        private var input: Data?
        /// The reason why the body cannot be decoded, if any.
        private var failure: Failure?
        /// The number of decoded bytes.
        private(set) var byteCount: Int64 = 0

        /// Returns `nil` if the headers name no content coding, or one that was not offered: the body is left as it is
        /// then (EN42).
        init?(_ headers: HTTP.Headers, offered: [Inflater.Coding] = Inflater.Coding.available) {
            let names = headers.contentCodings
            let codings = names.reversed().compactMap { Inflater.Coding(name: $0) }.filter(offered.contains)
            guard !names.isEmpty, codings.count == names.count else { return nil }
            if names.count > Self.maxCodingCount {
                failure = Failure(kind: .invalidResponse, text: "the body has more than \(Self.maxCodingCount) codings")
            } else {
                inflaters = codings.map { Inflater($0) }
            }
        }

        /// Accepts the next bytes, after ``next()`` has returned all of the previous ones.
        mutating func take(_ data: Data) { input = data }

        /// Returns the next decoded piece of the input, or `nil` after the last one. Decodes no more than the returned
        /// piece.
        mutating func next() throws(Failure) -> Data? {
            if let failure { throw failure }
            do {
                let piece = try piece(after: inflaters.count)
                byteCount += Int64(piece?.count ?? 0)
                return piece
            } catch Inflater.Failure.noMemory {
                throw Failure(kind: .other, text: "there is no memory to decode the body")
            } catch {
                throw Failure(kind: .invalidResponse, text: "the body does not match its content coding")
            }
        }

        /// Returns the next piece from the first `count` decoders.
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

        /// Throws if the body ended before its codings did.
        func finish() throws(Failure) {
            guard inflaters.allSatisfy(\.isWhole) else {
                throw Failure(kind: .truncatedResponse, text: "the body ended before its content coding did")
            }
        }
    }
#endif
