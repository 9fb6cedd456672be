import Foundation
import ReactiveNetworking
import ReactiveTesting

/// A directory of one test, removed with this object.
final class Folder: Sendable {
    let url: URL

    init() throws {
        let name = "ReactiveNetworkingTests-\(UInt64.random(in: .min ... .max))"
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// All that is in it, hidden or not, in order.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
    /// What is in it and hidden.
    var hiddenNames: [String] { names.filter { $0.hasPrefix(".") } }

    func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    func contents(of name: String) -> Data? { try? Data(contentsOf: file(name)) }

    func text(of name: String) -> String? { contents(of: name).map { String(decoding: $0, as: UTF8.self) } }

    func mode(of name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file(name).path)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
}

extension EventRecorder {
    /// The failure that it has ended with.
    var failure: Failure? { all.lazy.compactMap(\.event.error).first }
}
