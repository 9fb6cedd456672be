#if canImport(AppKit) && !targetEnvironment(macCatalyst) && canImport(ImageIO)
    import AppKit

    extension MediaDecoding where Media == NSImage {
        /// The decoding of images by the system, downsampled to the size of the variant, and to at most 8,192
        /// pixels on a side.
        public static var image: MediaDecoding {
            MediaDecoding(cost: \.byteCount) { data, variant in
                let image = try ImageDecoder.image(in: data, as: variant)
                return NSImage(cgImage: image, size: NSSize(width: image.width, height: image.height))
            }
        }
    }

    extension NSImage {
        /// The number of bytes of the decoded pixels.
        fileprivate var byteCount: Int { Int(size.width * size.height) * 4 }
    }
#endif
