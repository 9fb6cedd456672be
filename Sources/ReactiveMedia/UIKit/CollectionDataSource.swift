#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// A data source that keeps a collection view at the state of a list, with animated steps.
    ///
    /// ```swift
    /// let source = CollectionDataSource(for: view, items: model.todos, by: \.id) { view, path, todo in
    ///     let cell = view.dequeueReusableCell(withReuseIdentifier: "todo", for: path)
    ///     (cell as? TodoCell)?.todo = todo
    ///     return cell
    /// }
    /// ```
    ///
    /// Keep the data source: a collection view does not.
    @MainActor
    public final class CollectionDataSource<Element: Equatable & Sendable>: NSObject, UICollectionViewDataSource {
        /// The current list.
        public private(set) var items: [Element] = []
        private let makeCell: @MainActor (UICollectionView, IndexPath, Element) -> UICollectionViewCell
        private let binding = SerialDisposable()

        /// Creates a data source, and makes it that of a collection view.
        ///
        /// - Parameters:
        ///   - view: The collection view.
        ///   - items: The list.
        ///   - identity: Returns the identity of an element.
        ///   - cell: Returns the cell of an element.
        public init<ID: Hashable & Sendable>(
            for view: UICollectionView,
            items: some PropertyProtocol<[Element]>,
            by identity: @escaping @Sendable (Element) -> ID,
            cell: @escaping @MainActor (UICollectionView, IndexPath, Element) -> UICollectionViewCell
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

        private func apply(_ difference: ListDifference<Element>, to view: UICollectionView) {
            view.performBatchUpdates({
                self.items = difference.items
                view.deleteItems(at: difference.removals.map { IndexPath(item: $0, section: 0) })
                view.insertItems(at: difference.insertions.map { IndexPath(item: $0, section: 0) })
                view.reloadItems(at: difference.updates.map { IndexPath(item: $0.before, section: 0) })
                for move in difference.moves {
                    let (old, new) = (IndexPath(item: move.before, section: 0), IndexPath(item: move.after, section: 0))
                    view.moveItem(at: old, to: new)
                }
            })
        }

        /// Returns the number of elements.
        public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }

        /// Returns the cell of an element.
        public func collectionView(
            _ collectionView: UICollectionView,
            cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            makeCell(collectionView, indexPath, items[indexPath.item])
        }
    }
#endif
