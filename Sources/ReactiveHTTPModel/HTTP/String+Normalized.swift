// Foundation's own normalization uses this interface of the standard library as well.
@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode's normalization form C, in which equal texts have equal bytes.
    package var normalized: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
