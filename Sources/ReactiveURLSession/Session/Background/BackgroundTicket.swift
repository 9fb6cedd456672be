import Foundation

/// The part of a transfer that the system keeps for later processes.
struct BackgroundTicket: Codable, Hashable, Sendable {
    let id: String
    /// The destination of a download. A path that begins with `~/` is in the home directory.
    private let path: String?
    private let accepted: [ClosedRange<Int>]

    /// Creates a ticket.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - codes: The status codes that count as success.
    ///   - home: The current home directory, which the system may move between two processes.
    init(_ transfer: BackgroundTransfers.Transfer, accepting codes: AcceptedCodes, home: String = NSHomeDirectory()) {
        id = transfer.id
        accepted = codes.closedRanges
        path = transfer.file.map { file in
            file.path.hasPrefix(home + "/") ? "~" + file.path.dropFirst(home.count) : file.path
        }
    }

    /// Reads the ticket of a task, or returns `nil` if the text is not one.
    init?(text: String?) {
        guard let text, let ticket = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = ticket
    }

    /// The ticket as text, for the description of a task.
    var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    var transfer: BackgroundTransfers.Transfer { transfer(home: NSHomeDirectory()) }

    func transfer(home: String) -> BackgroundTransfers.Transfer {
        let path = path.map { $0.hasPrefix("~/") ? home + $0.dropFirst() : $0 }
        return BackgroundTransfers.Transfer(id: id, file: path.map { URL(fileURLWithPath: $0) })
    }

    /// The status codes that count as success.
    func accepts(_ status: HTTP.StatusCode) -> Bool { accepted.contains { $0.contains(status.rawValue) } }
}
