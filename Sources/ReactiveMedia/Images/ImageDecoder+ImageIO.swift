#if canImport(ImageIO)
    import ImageIO

    /// The system's decoder of images.
    enum ImageDecoder {
        /// The most pixels on a side. A few bytes can name a size that no memory has room for.
        private static let maxSide = 8_192

        /// Decodes an image at the size of a variant, without decoding it at its full size first.
        static func image(in data: Data, as variant: MediaVariant) throws -> CGImage {
            let failure = MediaError.unreadable(byteCount: data.count)
            guard let source = CGImageSourceCreateWithData(NSData(data: data) as CFData, nil) else { throw failure }
            // Without these options the pixels are decoded when the image is drawn, on the main thread.
            var options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceShouldCacheImmediately: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
            ]
            var side = maxSide
            if variant.size != nil, let info = ImageInfo(data) {
                let size = variant.decodedSize(of: info.size)
                side = min(side, max(size.width, size.height))
            }
            options[kCGImageSourceThumbnailMaxPixelSize] = side
            let dictionary = NSDictionary(dictionary: options) as CFDictionary
            guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, dictionary) else { throw failure }
            return image
        }
    }

    extension CGImage {
        /// The number of bytes of the decoded pixels.
        var byteCount: Int { bytesPerRow * height }
    }
#endif
