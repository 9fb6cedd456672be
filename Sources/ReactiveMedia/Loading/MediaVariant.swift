/// A form in which media is wanted: its size, how it fills that size, and what is done with it afterward.
///
/// Variants of one request share its transfer, and each is decoded and kept for itself.
///
/// ```swift
/// let thumbnail = MediaVariant(PixelSize(width: 120, height: 120), contentMode: .fill, preprocess: "rounded")
/// ```
public struct MediaVariant: Sendable, Hashable {
    /// The way in which media of another shape takes up a size.
    public enum ContentMode: Sendable, Hashable, CaseIterable {
        /// All of the media is visible, and part of the size may stay empty.
        case fit
        /// All of the size is filled, and part of the media may be cut off.
        case fill
    }

    /// The wanted size in pixels; `nil` for that of the media.
    public var size: PixelSize?
    /// The way in which the media takes up ``size``.
    public var contentMode: ContentMode
    /// The key of the preprocessing (``MediaDecoding/preprocessing(_:_:)``); `nil` for none.
    public var preprocess: String?

    /// The media as it is.
    public static let original = MediaVariant()

    /// Creates a variant.
    ///
    /// - Parameters:
    ///   - size: The wanted size in pixels; `nil` for that of the media.
    ///   - contentMode: The way in which the media takes up `size`.
    ///   - preprocess: The key of the preprocessing; `nil` for none.
    public init(_ size: PixelSize? = nil, contentMode: ContentMode = .fit, preprocess: String? = nil) {
        self.size = size
        self.contentMode = contentMode
        self.preprocess = preprocess
    }

    /// Returns the size to which a decoder scales media of a given size. It never enlarges, and keeps the shape.
    ///
    /// - Parameter full: The size of the media.
    /// - Returns: The size to decode to, at least one pixel on each side.
    public func decodedSize(of full: PixelSize) -> PixelSize {
        guard let size, full.width > 0, full.height > 0 else { return full }
        let ratios = (Double(size.width) / Double(full.width), Double(size.height) / Double(full.height))
        let ratio = contentMode == .fit ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
        guard ratio < 1 else { return full }
        return PixelSize(width: full.width.scaled(by: ratio), height: full.height.scaled(by: ratio))
    }
}

/// A size in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    /// The number of pixels in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size as text, such as `120×80`.
    public var description: String { "\(width)×\(height)" }
}

extension Int {
    /// This number of pixels times `ratio`, which is below 1, rounded, and at least 1.
    fileprivate func scaled(by ratio: Double) -> Int {
        Int(exactly: (Double(self) * Swift.max(ratio, 0)).rounded()).map { Swift.max($0, 1) } ?? 1
    }
}
