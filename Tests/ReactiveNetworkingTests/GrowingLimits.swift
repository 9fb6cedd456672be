import Testing

/// Repeats `body` until it returns `true`, with 1, 10 and 100 as the factor of all its times, and records an issue if
/// it never does.
///
/// A time that something must take may be long on a busy machine, but one that ends something must not be. If both are
/// a matter of seconds, a test cannot know which of them comes first; but a defect shows at every factor.
func withGrowingLimits(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Int) async throws -> Bool
) async rethrows {
    for factor in [1, 10, 100] {
        if try await body(factor) { return }
    }
    Issue.record("It fails even with a hundred times the time", sourceLocation: sourceLocation)
}
