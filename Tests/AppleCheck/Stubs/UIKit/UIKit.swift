@_exported import Foundation
@_exported import ImageIO

// https://developer.apple.com/documentation/uikit/uiapplication/didreceivememorywarningnotification

@MainActor
open class UIApplication: NSObject {
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification"
    )
}

// https://developer.apple.com/documentation/uikit/uiimage

public final class UIImage: NSObject, Sendable {
    public let cgImage: CGImage?

    public init(cgImage: CGImage) {
        self.cgImage = cgImage
        super.init()
    }
}

// https://developer.apple.com/documentation/uikit/uiview

@MainActor
open class UIView: NSObject {
    public override init() { super.init() }
}

// https://developer.apple.com/documentation/uikit/uilabel

@MainActor
open class UILabel: UIView {
    open var text: String?
}

// https://developer.apple.com/documentation/uikit/uiimageview

@MainActor
open class UIImageView: UIView {
    open var image: UIImage?
}

// https://developer.apple.com/documentation/uikit/uiaction

@MainActor
open class UIAction: NSObject {
    public typealias Handler = @MainActor (UIAction) -> Void

    public let handler: Handler

    public init(handler: @escaping Handler) {
        self.handler = handler
        super.init()
    }
}

// https://developer.apple.com/documentation/uikit/uicontrol

@MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let editingChanged = Event(rawValue: 1 << 17)
    }

    private var actions: [(UIAction, Event)] = []

    open func addAction(_ action: UIAction, for controlEvents: Event) { actions.append((action, controlEvents)) }

    open func sendActions(for controlEvents: Event) {
        for (action, event) in actions where !event.isDisjoint(with: controlEvents) { action.handler(action) }
    }
}

// https://developer.apple.com/documentation/uikit/uitextfield

@MainActor
open class UITextField: UIControl {
    open var text: String?
}

// https://developer.apple.com/documentation/uikit/uiactivityindicatorview

@MainActor
open class UIActivityIndicatorView: UIView {
    open private(set) var isAnimating = false

    open func startAnimating() { isAnimating = true }

    open func stopAnimating() { isAnimating = false }
}

// https://developer.apple.com/documentation/foundation/indexpath

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    public var item: Int { self[1] }

    public var row: Int { self[1] }
}

// https://developer.apple.com/documentation/uikit/uicollectionview

@MainActor
open class UICollectionViewCell: UIView {}

@MainActor
public protocol UICollectionViewDataSource: AnyObject {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}

@MainActor
open class UICollectionView: UIView {
    open weak var dataSource: (any UICollectionViewDataSource)?
    /// The steps of all updates, in order.
    public private(set) var steps: [String] = []

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) { updates?() }

    open func deleteItems(at paths: [IndexPath]) { note("delete", paths) }

    open func insertItems(at paths: [IndexPath]) { note("insert", paths) }

    open func reloadItems(at paths: [IndexPath]) { note("reload", paths) }

    open func moveItem(at path: IndexPath, to newPath: IndexPath) { note("move", [path, newPath]) }

    private func note(_ step: String, _ paths: [IndexPath]) {
        if !paths.isEmpty { steps.append("\(step) \(paths.map(\.item))") }
    }
}

// https://developer.apple.com/documentation/uikit/uitableview

@MainActor
open class UITableViewCell: UIView {}

@MainActor
public protocol UITableViewDataSource: AnyObject {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

@MainActor
open class UITableView: UIView {
    public enum RowAnimation: Int, Sendable { case automatic = 100 }

    open weak var dataSource: (any UITableViewDataSource)?
    /// The steps of all updates, in order.
    public private(set) var steps: [String] = []

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) { updates?() }

    open func deleteRows(at paths: [IndexPath], with animation: RowAnimation) { note("delete", paths) }

    open func insertRows(at paths: [IndexPath], with animation: RowAnimation) { note("insert", paths) }

    open func reloadRows(at paths: [IndexPath], with animation: RowAnimation) { note("reload", paths) }

    open func moveRow(at path: IndexPath, to newPath: IndexPath) { note("move", [path, newPath]) }

    private func note(_ step: String, _ paths: [IndexPath]) {
        if !paths.isEmpty { steps.append("\(step) \(paths.map(\.row))") }
    }
}
