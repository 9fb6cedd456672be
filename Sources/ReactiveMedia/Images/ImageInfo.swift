/// The format and the size of an image, read from its first bytes.
///
/// ```swift
/// if let info = ImageInfo(data) { print(info.format, info.width, info.height) }
/// ```
///
/// The declared media type is not consulted, and nothing is decoded, so this works on every system and costs next to
/// nothing. The size is that of the stored pixels; a rotation in the metadata is not applied.
public struct ImageInfo: Sendable, Hashable {
    /// A format of images.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Portable Network Graphics (ISO/IEC 15948).
        case png
        /// JPEG (ITU-T T.81).
        case jpeg
        /// Graphics Interchange Format.
        case gif
        /// WebP (RFC 9649).
        case webp
        /// Windows bitmap.
        case bmp
        /// Tagged Image File Format.
        case tiff
    }

    /// The format.
    public var format: Format
    /// The number of pixels in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates information.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    public init(format: Format, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// Reads the first bytes of an image.
    ///
    /// - Parameter data: The image, or its beginning: some 30 bytes suffice for most formats, and a few kilobytes for a
    ///   JPEG with metadata. The directory of a TIFF may be at its end.
    /// - Returns: `nil` if the bytes are no image of a known format, or do not reach as far as its size.
    public init?(_ data: Data) {
        guard let format = Format(of: data), let size = format.size(in: data),
            let width = Int(exactly: size.width), let height = Int(exactly: size.height), width > 0, height > 0
        else { return nil }
        self.init(format: format, width: width, height: height)
    }

    /// The size.
    public var size: PixelSize { PixelSize(width: width, height: height) }
}

extension ImageInfo.Format {
    /// Reads the signature of an image.
    fileprivate init?(of data: Data) {
        let bytes = ByteReader(data)
        if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
            self = .gif
        } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
            self = .webp
        } else if bytes.has("BM") {
            self = .bmp
        } else if bytes.has([0x49, 0x49, 0x2A, 0x00]) || bytes.has([0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else {
            return nil
        }
    }

    fileprivate func size(in data: Data) -> StoredSize? {
        switch self {
        case .png: .png(ByteReader(data))
        case .jpeg: .jpeg(ByteReader(data))
        case .gif: .gif(ByteReader(data, isBigEndian: false))
        case .webp: .webp(ByteReader(data, isBigEndian: false))
        case .bmp: .bmp(ByteReader(data, isBigEndian: false))
        case .tiff: .tiff(ByteReader(data, isBigEndian: data.first == 0x4D))
        }
    }
}
