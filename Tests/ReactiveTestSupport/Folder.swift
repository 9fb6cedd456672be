import Foundation
import ReactiveNetworking
import ReactiveTesting

/// A temporary directory for one test, removed with this object.
package final class Folder: Sendable {
    package let url: URL

    package init() throws {
        let name = "ReactiveNetworkingTests-\(UInt64.random(in: .min ... .max))"
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The sorted names of all files in the folder, including hidden ones.
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
    /// The names of the hidden files in the folder.
    package var hiddenNames: [String] { names.filter { $0.hasPrefix(".") } }

    package func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    package func contents(of name: String) -> Data? { try? Data(contentsOf: file(name)) }

    package func text(of name: String) -> String? { contents(of: name).map { String(decoding: $0, as: UTF8.self) } }

    package func mode(of name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file(name).path)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
}

extension EventRecorder {
    /// The failure that ended the recording.
    package var failure: Failure? { all.lazy.compactMap(\.event.error).first }
}
