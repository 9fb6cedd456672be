/// An error in a command line. The text repeats no values, since they may be secret.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension String {
    /// Returns a question that suggests the nearest name, or an empty text if none is near.
    func suggestion(among names: some Sequence<String>) -> String {
        nearest(in: names).map { "; did you mean \($0)?" } ?? ""
    }

    /// Returns the name nearest to the text, or `nil` if none is near: a third of its letters may be missing, wrong,
    /// in excess, or exchanged with a neighbor. Leading dashes and case do not count.
    func nearest(in names: some Sequence<String>) -> String? {
        let letters = letters
        let limit = (letters.count + 1) / 3
        return names.map { (name: $0, distance: Self.editDistance(letters, $0.letters)) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?.name
    }

    private var letters: [Character] { Array(drop { $0 == "-" }.lowercased()) }

    /// Returns the number of insertions, removals, replacements, and exchanges of neighbors between two texts.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var distance = Swift.min(
                    next[column] + 1,
                    rows[row][column + 1] + 1,
                    rows[row][column] + (letter == other ? 0 : 1)
                )
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    distance = Swift.min(distance, rows[row - 1][column - 1] + 1)
                }
                next.append(distance)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
