import Foundation
import ReactiveMedia
import Testing

@Suite struct ImageInfoTests {
    /// The beginnings of images, each as short as its format allows.
    static let images: [(bytes: [UInt8], info: ImageInfo)] = [
        (
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + ascii("IHDR") + [0, 0, 1, 2, 0, 0, 3, 4],
            ImageInfo(format: .png, width: 258, height: 772)
        ),
        (
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xAA, 0xBB, 0xFF, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 8, 8, 1, 2, 3, 4],
            ImageInfo(format: .jpeg, width: 772, height: 258)
        ),
        (ascii("GIF89a") + [2, 1, 4, 3], ImageInfo(format: .gif, width: 258, height: 772)),
        (ascii("GIF87a") + [1, 0, 1, 0], ImageInfo(format: .gif, width: 1, height: 1)),
        (
            webp("VP8 ") + [0x10, 0, 0, 0x9D, 0x01, 0x2A, 2, 0x41, 4, 0xC3],
            ImageInfo(format: .webp, width: 258, height: 772)
        ),
        // 14 bits of the width less one, then 14 of the height less one.
        (webp("VP8L") + [0x2F, 0x01, 0xC1, 0xC0, 0x10], ImageInfo(format: .webp, width: 258, height: 772)),
        (
            webp("VP8X") + [0, 0, 0, 0, 0x01, 0x01, 0x00, 0x03, 0x03, 0x00],
            ImageInfo(format: .webp, width: 258, height: 772)
        ),
        (
            ascii("BM") + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 2, 1, 0, 0, 4, 3, 0, 0],
            ImageInfo(format: .bmp, width: 258, height: 772)
        ),
        (
            ascii("BM") + [UInt8](repeating: 0, count: 12) + [124, 0, 0, 0, 2, 1, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF],
            ImageInfo(format: .bmp, width: 258, height: 2)
        ),
        (
            ascii("BM") + [UInt8](repeating: 0, count: 12) + [12, 0, 0, 0, 2, 1, 4, 3],
            ImageInfo(format: .bmp, width: 258, height: 772)
        ),
        (
            ascii("II") + [42, 0, 8, 0, 0, 0, 2, 0]
                + [0, 1, 3, 0, 1, 0, 0, 0, 2, 1, 0, 0] + [1, 1, 4, 0, 1, 0, 0, 0, 4, 3, 0, 0],
            ImageInfo(format: .tiff, width: 258, height: 772)
        ),
        (
            ascii("MM") + [0, 42, 0, 0, 0, 10, 9, 9, 0, 3] + [0, 0xFE, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0]
                + [1, 0, 0, 4, 0, 0, 0, 1, 0, 0, 1, 2] + [1, 1, 0, 3, 0, 0, 0, 1, 3, 4, 0, 0],
            ImageInfo(format: .tiff, width: 258, height: 772)
        ),
    ]

    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func webp(_ chunk: String) -> [UInt8] {
        ascii("RIFF") + [0, 0, 0, 0] + ascii("WEBP") + ascii(chunk) + [0, 0, 0, 0]
    }

    @Test(arguments: images.indices)
    func theSizeOfAnImageOfEveryFormatIsRead(index: Int) {  // M9
        let (bytes, info) = Self.images[index]
        #expect(ImageInfo(Data(bytes)) == info)
        #expect(ImageInfo(Data(bytes + [1, 2, 3])) == info)
    }

    @Test(arguments: images.indices)
    func aSliceIsReadFromItsBeginning(index: Int) {  // M9
        let (bytes, info) = Self.images[index]
        #expect(ImageInfo(Data([7, 7, 7] + bytes)[3...]) == info)
    }

    @Test(arguments: images.indices)
    func bytesThatEndBeforeTheSizeGiveNoImageInfo(index: Int) {  // M9
        let (bytes, info) = Self.images[index]
        let lengths = bytes.indices.filter { ImageInfo(Data(bytes[..<$0])) != nil }
        // The unused half of the number at the end of a TIFF is not needed.
        #expect(info.format == .tiff || lengths.isEmpty)
    }

    @Test func sizesOfZeroAndImpossibleSizesGiveNoImageInfo() {  // M9
        for (bytes, info) in Self.images where info.format == .gif || info.format == .png {
            #expect(ImageInfo(Data(bytes.dropLast(info.format == .png ? 4 : 2) + [0, 0, 0, 0])) == nil)
        }
        let header = Self.ascii("BM") + [UInt8](repeating: 0, count: 12)
        #expect(ImageInfo(Data(header + [40, 0, 0, 0, 0, 0, 0, 0x80, 1, 0, 0, 0])) == nil)
        #expect(ImageInfo(Data(header + [41, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])) == nil)
        let lowest = ImageInfo(Data(header + [40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x80]))
        #expect(lowest?.height == 1 << 31)
    }

    @Test func aJPEGWithoutAFrameHeaderGivesNoImageInfo() {  // M9
        let begin: [UInt8] = [0xFF, 0xD8, 0xFF]
        for rest: [UInt8] in [
            [0xDA, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8], [0xD9], [0xE0, 0, 0, 0xFF, 0xC0], [0xE0, 0, 1, 0xFF, 0xC0],
            [0xC0, 0, 7, 8, 1, 2, 3, 4], [0xE0, 0, 2, 0x00, 0xC0, 0, 8, 8, 1, 2, 3, 4],
            [UInt8](repeating: 0xFF, count: 1_000),
        ] { #expect(ImageInfo(Data(begin + rest)) == nil) }
    }

    @Test func aJPEGOfEndlessSegmentsGivesNoImageInfo() {  // M9
        let begin: [UInt8] = [0xFF, 0xD8]
        let frame: [UInt8] = [0xFF, 0xC0, 0, 8, 8, 1, 2, 3, 4]
        for segment: [UInt8] in [[0xFF], [0xFF, 0xD0], [0xFF, 0xE0, 0, 2]] {
            let few = Array(repeatElement(segment, count: 60_000).joined())
            let many = Array(repeatElement(segment, count: 70_000).joined())
            #expect(ImageInfo(Data(begin + few + frame)) == ImageInfo(format: .jpeg, width: 772, height: 258))
            #expect(ImageInfo(Data(begin + many + frame)) == nil)
        }
    }

    @Test func aTIFFWithAnInvalidDirectoryGivesNoImageInfo() {  // M9
        let begin = Self.ascii("II") + [42, 0]
        for rest: [UInt8] in [
            [0xFF, 0xFF, 0xFF, 0xFF, 1, 0], [0, 0, 0, 0, 1, 0], [8, 0, 0, 0, 0xFF, 0xFF],
            [8, 0, 0, 0, 1, 0, 0, 1, 3, 0, 2, 0, 0, 0, 2, 1, 0, 0],
        ] { #expect(ImageInfo(Data(begin + rest)) == nil) }
    }

    /// Changed images must not be read past their ends, which would trap.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func anyBytesAreReadSafely(seed: UInt64) {  // M9
        var random = SeededRandom(state: seed)
        for _ in 0..<2_000 {
            var bytes = Self.images[Int.random(in: Self.images.indices, using: &random)].bytes
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let any = UInt8.random(in: 0...255, using: &random)
                let byte = [0, 1, 0x7F, 0x80, 0xFF, any].randomElement(using: &random)
                bytes[Int.random(in: bytes.indices, using: &random)] = byte ?? any
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            let padding = Int.random(in: 0...3, using: &random)
            let data = Data([UInt8](repeating: 0xFF, count: padding) + bytes + [0xC0, 0, 8])
            let slice = data[padding..<padding + bytes.count]
            let info = ImageInfo(slice)
            #expect(info == ImageInfo(Data(bytes)))
            if let info { #expect(info.width > 0 && info.height > 0) }
        }
    }

    @Test func textIsNotRecognizedAsAnImage() {  // M9
        for text in ["", "B", "BM", "RIFF", "<svg/>", "II*", "GIF88a1234567890"] {
            #expect(ImageInfo(Data(text.utf8)) == nil)
        }
    }
}
