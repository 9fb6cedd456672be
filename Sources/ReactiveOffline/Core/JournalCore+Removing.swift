import ReactiveNetworking

// Removing and unparking entries.
extension JournalCore {
    /// Removes an entry, and disposes of its request if that is under way.
    func cancel(_ id: UInt64, then reply: @escaping Reply<Void>) {
        perform(reply) { [self] () throws(JournalError) in
            guard let item = item(id) else { throw .unknownEntry }
            try remove([item])
        }
    }

    func removeAll(then reply: @escaping Reply<Void>) {
        perform(reply) { [self] () throws(JournalError) in
            try remove(index.withLock { Array($0.items) })
        }
    }

    func unpark(_ id: UInt64, then reply: @escaping Reply<Void>) {
        perform(reply) { [self] () throws(JournalError) in
            guard let item = item(id) else { throw .unknownEntry }
            guard case .parked = item.entry.state else { return }
            try write { batch throws(JournalError) in try batch.add(.unparked, Record.Change(id: id)) }
            index.withLock { $0.update(id) { $0.unpark() } }
        }
    }

    private func remove(_ items: [JournalIndex.Item]) throws(JournalError) {
        guard !items.isEmpty else { return }
        try write { batch throws(JournalError) in
            for item in items { try batch.add(.ended, Record.Change(id: item.entry.id), end: .cancelled) }
        }
        index.withLock { index in
            for item in items { index.remove(item.entry.id) }
        }
        for item in items {
            state.withLock { $0.sends[item.entry.id] }?.dispose()
            leave(item, .cancelled)
        }
        compactIfDue()
    }
}
