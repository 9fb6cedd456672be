/// The task of a command line about lessons.
enum LessonTask: Equatable {
    /// The list of all lessons.
    case list
    /// The lessons at these indices, with an introduction if they are a course.
    case run([Int], isCourse: Bool)

    /// Parses a command line.
    ///
    /// - Throws: An error for the first word that is no lesson.
    init(_ arguments: [String]) throws(UsageError) {
        switch arguments {
        case ["--list"]: self = .list
        case []: self = .run(Array(Lessons.all.indices.prefix(Lessons.courseCount)), isCourse: true)
        case ["--all"]: self = .run(Array(Lessons.all.indices), isCourse: true)
        default:
            var indices: [Int] = []
            for argument in arguments { indices.append(try Self.index(of: argument)) }
            self = .run(indices, isCourse: false)
        }
    }

    private static func index(of argument: String) throws(UsageError) -> Int {
        let names = Lessons.all.map { $0.name }
        if let number = Int(argument) {
            let nearest = min(max(number, 1), names.count)
            guard nearest == number else {
                throw UsageError("There is no lesson \(number); the nearest is \(nearest), \(names[nearest - 1])")
            }
            return number - 1
        }
        if let index = names.firstIndex(of: argument) { return index }
        if Lessons.options.contains(argument) { throw UsageError("\(argument) stands alone") }
        let words = names + ExplorerCommand.allCases.map(\.rawValue) + Lessons.options + ["--help", "--version"]
        throw UsageError("Unknown command or lesson \"\(argument)\"" + argument.suggestion(among: words))
    }
}
