import ReactiveMedia
import Testing

@Suite struct MediaVariantTests {
    @Test func aDecoderScalesDownToTheSizeAndKeepsTheShape() {  // M4
        let full = PixelSize(width: 400, height: 200)
        let size = PixelSize(width: 100, height: 100)
        #expect(MediaVariant(size).decodedSize(of: full) == PixelSize(width: 100, height: 50))
        #expect(MediaVariant(size, contentMode: .fill).decodedSize(of: full) == PixelSize(width: 200, height: 100))
        #expect(MediaVariant.original.decodedSize(of: full) == full)
    }

    @Test func aDecoderNeverEnlargesAndLeavesAPixel() {  // M4
        let full = PixelSize(width: 40, height: 1)
        #expect(MediaVariant(PixelSize(width: 100, height: 100)).decodedSize(of: full) == full)
        let size = MediaVariant(PixelSize(width: 10, height: 10)).decodedSize(of: PixelSize(width: 4_000, height: 1))
        #expect(size == PixelSize(width: 10, height: 1))
        #expect(
            MediaVariant(PixelSize(width: -1, height: 0)).decodedSize(of: full) == PixelSize(width: 1, height: 1)
        )
        let none = PixelSize(width: 0, height: 5)
        #expect(MediaVariant(PixelSize(width: 1, height: 1)).decodedSize(of: none) == none)
    }
}
