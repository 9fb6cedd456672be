import ReactiveNetworking

/// The directives, dates, and validators of a response, parsed once for each stored response.
struct CacheTerms: Sendable {
    /// `Expires` (RFC 9111 §5.3).
    enum Expiry: Sendable, Hashable {
        case absent
        /// The field is no date, or has several lines: it lies in the past.
        case invalid
        case at(Int64)
    }

    var control = CacheControl()
    /// The seconds since 1970 of `Date`, or of the receipt if there is no valid date.
    var date: Int64
    /// The date that ages are measured from.
    var ageDate: Int64
    var expiry = Expiry.absent
    var lastModified: String?
    var lastModifiedDate: Int64?
    /// `Age`, if it is a number.
    var age: Int64?
    var eTag: String?
    var contentLength: String?
    /// The names in `Vary`, in lower case, each once.
    var varyNames: [String] = []
    var variesByEverything = false

    init(_ values: CacheMetadata.Values) {
        self.init(
            values.head.headers,
            receipt: values.received.wholeSeconds,
            isDateCurrent: !values.hasOldDate
        )
    }

    /// - Parameters:
    ///   - headers: The fields of the response.
    ///   - receipt: The time of receipt, in whole seconds since 1970.
    ///   - isDateCurrent: Whether `Date` belongs to the exchange that was received, and not to an earlier one.
    init(_ headers: HTTP.Headers, receipt: Int64, isDateCurrent: Bool = true) {
        date = receipt
        ageDate = receipt
        var hasDate = false
        var hasAge = false
        for (name, value) in headers {
            switch name.utf8.count {
            case 3 where HTTP.isSameIgnoringCase(name, "age") && !hasAge:
                hasAge = true
                age = Self.ageField(value)
            case 4 where HTTP.isSameIgnoringCase(name, "date") && !hasDate:
                hasDate = true
                date = HTTPDate.seconds(value, now: receipt) ?? receipt
            case 4 where HTTP.isSameIgnoringCase(name, "vary"): addVary(value)
            case 4 where HTTP.isSameIgnoringCase(name, "etag") && eTag == nil:
                let tag = HTTP.Headers.trimmed(value)
                if !tag.isEmpty { eTag = tag }
            case 7 where HTTP.isSameIgnoringCase(name, "expires"):
                expiry =
                    expiry == .absent
                    ? HTTPDate.seconds(value, now: receipt).map { .at($0) } ?? .invalid : .invalid
            case 13 where HTTP.isSameIgnoringCase(name, "cache-control"): control.add(line: value)
            case 13 where HTTP.isSameIgnoringCase(name, "last-modified") && lastModified == nil:
                let date = HTTP.Headers.trimmed(value)
                if !date.isEmpty { lastModified = date }
                lastModifiedDate = HTTPDate.seconds(value, now: receipt)
            case 14 where HTTP.isSameIgnoringCase(name, "content-length") && contentLength == nil:
                contentLength = HTTP.Headers.trimmed(value)
            default: break
            }
        }
        if isDateCurrent { ageDate = date }
        if varyNames.count > 1 { varyNames = Set(varyNames).sorted() }
    }

    /// A Boolean value that indicates whether the response states how long it is fresh.
    var hasExplicitLifetime: Bool { control.maxAge != nil || expiry != .absent }

    var hasValidator: Bool { eTag != nil || lastModified != nil }

    /// The entity tag, if it is a strong one (RFC 9110 §8.8.3).
    var strongETag: String? {
        guard let eTag, EntityTag.isStrong(eTag) else { return nil }
        return eTag
    }

    private mutating func addVary(_ line: String) {
        for member in FieldMembers(line) {
            let name = member.lowercasedText
            // A name that no field can have selects by something that the cache does not know.
            if name != "*", HTTP.isToken(name) { varyNames.append(name) } else { variesByEverything = true }
        }
    }

    /// The first member of the first line; `nil` if it is not digits alone.
    private static func ageField(_ line: String) -> Int64? {
        let bytes = Substring(line).utf8
        return (bytes.firstIndex(of: UInt8(ascii: ",")).map { bytes[..<$0] } ?? bytes).trimmingSpace.deltaSeconds
    }
}

extension CacheTime {
    /// The seconds since 1970 on the wall clock, rounded down.
    var wholeSeconds: Int64 { Int64(clamping: wall.timeIntervalSince1970) }
}

extension Int64 {
    /// Creates the nearest integer below a number of any size. What is no number is zero.
    init(clamping number: Double) {
        self = number.isNaN ? 0 : Int64(Swift.min(Swift.max(number.rounded(.down), -1e15), 1e15))
    }
}
