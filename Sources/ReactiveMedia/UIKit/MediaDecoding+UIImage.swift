#if canImport(UIKit) && canImport(ImageIO)
    import UIKit

    extension MediaDecoding where Media == UIImage {
        /// The decoding of images by the system, downsampled to the size of the variant, and to at most 8,192
        /// pixels on a side.
        public static var image: MediaDecoding {
            MediaDecoding(cost: \.byteCount) { data, variant in
                UIImage(cgImage: try ImageDecoder.image(in: data, as: variant))
            }
        }
    }

    extension UIImage {
        /// The number of bytes of the decoded pixels.
        fileprivate var byteCount: Int { cgImage?.byteCount ?? 0 }
    }
#endif
