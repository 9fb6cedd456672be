import ReactiveNetworking

extension CacheCore {
    /// Removes stored responses without anybody waiting.
    func remove(_ records: [CacheRecord], _ key: CacheKey) {
        guard !records.isEmpty else { return }
        store.remove(records).startWithResult { [journal] result in
            if case .failure(let error) = result { journal.noteFailure(error, key) }
        }
    }

    /// Keeps a record from answering whose body failed, and removes it. A damaged one counts once, however many
    /// requests find it.
    func giveUp(_ record: CacheRecord, isCorrupt: Bool) {
        unreadable.withLock { _ = $0.insert(record.id) }
        store.remove([record]).startWithResult { [self] result in
            if isCorrupt, (try? result.get()) != 0 { journal.note(.corrupt(1), record.key) { $0.corrupt += 1 } }
            switch result {
            case .success: unreadable.withLock { _ = $0.remove(record.id) }
            case .failure(let error): journal.noteFailure(error, record.key)
            }
        }
    }

    /// Returns the records whose bodies have not failed.
    func readable(_ records: [CacheRecord]) -> [CacheRecord] {
        let unreadable = unreadable.withLock { $0 }
        return unreadable.isEmpty ? records : records.filter { !unreadable.contains($0.id) }
    }

    /// Removes the stored responses of URLs that have become invalid (H31).
    ///
    /// - Parameter own: The fetch whose response says so, which may be stored itself.
    func invalidate(_ keys: [CacheKey], by own: CacheFetch) {
        for key in keys {
            table.forbidStoring(of: key, except: own)
            journal.note(.invalidated, key)
            store.removeRecords(for: key).startWithResult { [journal] result in
                if case .failure(let error) = result { journal.noteFailure(error, key) }
            }
        }
    }

    /// Makes the stored responses of a URL need a validation.
    func doubt(_ key: CacheKey) {
        table.forbidStoring(of: key)
        store.updateRecords(for: key) { $0.needsValidation ? nil : $0.doubted() }
            .startWithResult { [journal] result in
                if case .failure(let error) = result { journal.noteFailure(error, key) }
            }
    }
}
