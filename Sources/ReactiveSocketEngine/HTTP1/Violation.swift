import ReactiveHTTPModel

/// A rule of HTTP/1.1 that a response violates (EN18 to EN22), as text.
enum Violation: String, Error {
    case version = "the version is not HTTP/1 followed by a digit"
    case status = "the status is not a space and three digits from 100 to 999"
    case upgrade = "the server changes to a protocol that was not requested"
    case control = "a NUL, or a carriage return without a line feed"
    case leadingBlank = "the first field begins with a blank"
    case name = "the name of a field is not a token followed by a colon"
    case fold = "a length, a coding, or a connection option continues on another line"
    case length = "the Content-Length is not a number up to 2^63 - 1, or there are two different ones"
    case coding = "the Transfer-Encoding is not chunked, or there are two"
    case headSize = "all heads and trailers together are larger than allowed"
    case lineCount = "all heads and trailers together have more than 10,000 lines"
    case chunkSize = "the size of a chunk is not 1 to 16 hexadecimal digits up to 2^63 - 1"
    case chunkLine = "the line with the size of a chunk does not end in CR LF, or has a NUL"
    case chunkEnd = "a chunk does not end in CR LF where its size says"
    case chunkLineSize = "the line with the size of a chunk has more than 16 KiB"
    case chunkFraming = "the sizes and extensions of chunks outweigh the body"

    func failure(_ place: String) -> ResponseParser.Failure {
        ResponseParser.Failure(kind: .invalidResponse, text: "\(rawValue) (\(place))")
    }
}
