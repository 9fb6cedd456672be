#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// A data source that keeps a table view at the state of a list, with animated steps.
    ///
    /// ```swift
    /// let source = TableDataSource(for: view, items: model.todos, by: \.id) { view, path, todo in
    ///     let cell = view.dequeueReusableCell(withIdentifier: "todo", for: path)
    ///     (cell as? TodoCell)?.todo = todo
    ///     return cell
    /// }
    /// ```
    ///
    /// Keep the data source: a table view does not.
    @MainActor
    public final class TableDataSource<Element: Equatable & Sendable>: NSObject, UITableViewDataSource {
        /// The current list.
        public private(set) var items: [Element] = []
        private let makeCell: @MainActor (UITableView, IndexPath, Element) -> UITableViewCell
        private let binding = SerialDisposable()

        /// Creates a data source, and makes it that of a table view.
        ///
        /// - Parameters:
        ///   - view: The table view.
        ///   - items: The list.
        ///   - identity: Returns the identity of an element.
        ///   - cell: Returns the cell of an element.
        public init<ID: Hashable & Sendable>(
            for view: UITableView,
            items: some PropertyProtocol<[Element]>,
            by identity: @escaping @Sendable (Element) -> ID,
            cell: @escaping @MainActor (UITableView, IndexPath, Element) -> UITableViewCell
        ) {
            makeCell = cell
            super.init()
            view.dataSource = self
            binding.inner = items.differences(by: identity)
                .startOnMain(value: { [weak self, weak view] difference in
                    if let self, let view { apply(difference, to: view) }
                })
        }

        deinit { binding.dispose() }

        private func apply(_ difference: ListDifference<Element>, to view: UITableView) {
            view.performBatchUpdates({
                self.items = difference.items
                view.deleteRows(at: difference.removals.map { IndexPath(row: $0, section: 0) }, with: .automatic)
                view.insertRows(at: difference.insertions.map { IndexPath(row: $0, section: 0) }, with: .automatic)
                view.reloadRows(
                    at: difference.updates.map { IndexPath(row: $0.before, section: 0) },
                    with: .automatic
                )
                for move in difference.moves {
                    let (old, new) = (IndexPath(row: move.before, section: 0), IndexPath(row: move.after, section: 0))
                    view.moveRow(at: old, to: new)
                }
            })
        }

        /// Returns the number of elements.
        public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            items.count
        }

        /// Returns the cell of an element.
        public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            makeCell(tableView, indexPath, items[indexPath.row])
        }
    }
#endif
