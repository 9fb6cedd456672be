extension String {
    /// The path of the directory that contains the item of this path: empty for a single name, and `/` for the root.
    package var parentPath: String {
        let path = self.reversed().drop { $0 == "/" }
        guard let slash = path.firstIndex(of: "/") else { return hasPrefix("/") ? "/" : "" }
        let parent = path[slash...].drop { $0 == "/" }
        return parent.isEmpty ? "/" : String(parent.reversed())
    }
}
