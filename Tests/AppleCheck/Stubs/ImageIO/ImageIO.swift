// The names are those of C.
// swift-format-ignore-file

import Foundation

// https://developer.apple.com/documentation/corefoundation

public typealias CFData = NSData
public typealias CFDictionary = NSDictionary
public typealias CFString = NSString

// https://developer.apple.com/documentation/coregraphics/cgimage

public final class CGImage: Sendable {
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int

    init(width: Int, height: Int) {
        (self.width, self.height, bytesPerRow) = (width, height, width * 4)
    }
}

// https://developer.apple.com/documentation/imageio/cgimagesource

public final class CGImageSource {
    fileprivate let data: NSData

    fileprivate init(_ data: NSData) {
        self.data = data
    }
}

// SAFETY: constants.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "fromImageAlways"
nonisolated(unsafe) public let kCGImageSourceShouldCacheImmediately: CFString = "cacheImmediately"
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString = "withTransform"
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString = "maxPixelSize"

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    data.length > 0 ? CGImageSource(data) : nil
}

/// Returns a square of as many pixels on a side as there are bytes, or of fewer if that is wanted.
public func CGImageSourceCreateThumbnailAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let most = options?.object(forKey: kCGImageSourceThumbnailMaxPixelSize) as? Int ?? .max
    let side = min(source.data.length, most)
    return CGImage(width: side, height: side)
}
