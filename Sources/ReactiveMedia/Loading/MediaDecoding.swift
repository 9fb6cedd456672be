/// A decoding of the bytes of a response into media, with the cost of the result.
///
/// ```swift
/// let decoding = MediaDecoding<Picture>(cost: \.byteCount) { data, variant in
///     try Picture(data, fitting: variant.size)
/// }
/// ```
///
/// A decoding is a pure value. A ``MediaLoader`` runs it on a pool of threads, never on the main thread.
public struct MediaDecoding<Media: Sendable>: Sendable {
    private let costOf: (@Sendable (Media) -> Int)?
    private let decode: @Sendable (Data, MediaVariant) throws -> Media
    private var preprocessings: [String: @Sendable (Media, MediaVariant) throws -> Media] = [:]

    /// Creates a decoding.
    ///
    /// - Parameters:
    ///   - cost: Returns the number of bytes that decoded media takes up in memory. If `nil`, the number of encoded
    ///     bytes counts.
    ///   - decode: Decodes the bytes of a response, of which there are at most 32 MiB. It also receives the variant, so
    ///     that it can decode to the wanted size. An error that it throws is the cause of a
    ///     `Network.OperationError.parseFailure(cause:)`.
    public init(
        cost: (@Sendable (Media) -> Int)? = nil,
        _ decode: @escaping @Sendable (Data, MediaVariant) throws -> Media
    ) {
        costOf = cost
        self.decode = decode
    }

    /// Returns a copy with a further step for the variants that name it. The result of the step is what is kept.
    ///
    /// ```swift
    /// let decoding = MediaDecoding.image.preprocessing("rounded") { image, _ in image.rounded() }
    /// loader.load(request, variant: MediaVariant(preprocess: "rounded"))
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key that ``MediaVariant/preprocess`` names. A key that is in use gets the new step.
    ///   - transform: Transforms decoded media, where the decoding runs. An error that it throws is the cause of a
    ///     `Network.OperationError.parseFailure(cause:)`.
    /// - Returns: The decoding with the step.
    public func preprocessing(
        _ key: String,
        _ transform: @escaping @Sendable (Media, MediaVariant) throws -> Media
    ) -> MediaDecoding {
        var copy = self
        copy.preprocessings[key] = transform
        return copy
    }

    /// Returns the media in `data` and its cost.
    func media(in data: Data, as variant: MediaVariant) throws -> (media: Media, cost: Int) {
        let preprocess = try preprocess(of: variant)
        let media = try preprocess(decode(data, variant), variant)
        return (media, costOf?(media) ?? data.count)
    }

    private func preprocess(of variant: MediaVariant) throws -> @Sendable (Media, MediaVariant) throws -> Media {
        guard let key = variant.preprocess else { return { media, _ in media } }
        guard let preprocess = preprocessings[key] else { throw MediaError.unknownPreprocess(key) }
        return preprocess
    }
}
