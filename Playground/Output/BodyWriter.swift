import Foundation
import ReactiveNetworking

/// Writes the body of a response in pieces: unchanged, or as safe text to a terminal.
struct BodyWriter {
    private enum Presentation {
        case untouched
        case text(TextDecoder, TextPrinter)
        case json(TextDecoder, JSONPrinter)
    }

    private let outlet: Outlet
    private var presentation: Presentation
    private var lineIsOpen = false
    /// A Boolean value that indicates whether something has been written.
    private(set) var hasWritten = false

    init(_ type: HTTP.ContentType?, to outlet: Outlet) {
        self.outlet = outlet
        guard outlet.isTerminal else {
            presentation = .untouched
            return
        }
        let decoder = TextDecoder(type?.terminalCharset ?? .utf8, isLenient: type?.isTextual ?? false)
        presentation =
            type?.isJSON ?? false
            ? .json(decoder, JSONPrinter(colored: outlet.isColored)) : .text(decoder, TextPrinter())
    }

    /// - Throws: ``OutletError``, or ``BinaryBody`` if binary data would go to a terminal.
    mutating func write(_ bytes: Data) throws {
        switch presentation {
        case .untouched:
            try outlet.write(bytes)
            hasWritten = true
        case .text(var decoder, var printer):
            let text = printer.print(try decoder.text(of: bytes))
            presentation = .text(decoder, printer)
            try put(text)
        case .json(var decoder, var printer):
            let text = printer.print(try decoder.text(of: bytes))
            presentation = .json(decoder, printer)
            try put(text)
        }
    }

    /// Ends the body, even one that was cut off: later terminal output begins on a new line, in plain style.
    mutating func finish() throws {
        switch presentation {
        case .untouched: return
        case .text(var decoder, var printer): try put(printer.print(decoder.rest()) + printer.finish())
        case .json(var decoder, var printer): try put(printer.print(decoder.rest()) + printer.finish())
        }
        if lineIsOpen { try put("\n") }
    }

    private mutating func put(_ text: String) throws(OutletError) {
        guard !text.isEmpty else { return }
        try outlet.write(Data(text.utf8))
        hasWritten = true
        lineIsOpen = text.utf8.last != UInt8(ascii: "\n")
    }
}

extension HTTP.ContentType {
    /// A Boolean value that indicates whether the body is JSON, including lines of JSON.
    fileprivate var isJSON: Bool {
        ["json", "x-ndjson", "ndjson", "jsonl", "jsonlines", "json-seq"].contains(subtype) || subtype.hasSuffix("+json")
    }

    /// A Boolean value that indicates whether the type declares text, so that invalid bytes are errors in the text.
    fileprivate var isTextual: Bool {
        type == "text" || isJSON || subtype.hasSuffix("xml")
            || ["javascript", "x-www-form-urlencoded", "yaml", "graphql"].contains(subtype)
    }

    fileprivate var terminalCharset: TextDecoder.Charset {
        switch charset?.lowercased() {
        case "iso-8859-1", "latin1", "windows-1252": .latin1
        default: .utf8
        }
    }
}
