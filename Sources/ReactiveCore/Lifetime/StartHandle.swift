/// The disposable that `start` returns while a start handler's input is in use. Its owner can still interrupt the run,
/// so it keeps the input alive. After its release, the run lives as long as the input is kept elsewhere (R8).
@usableFromInline
final class StartHandle: Disposable {
    private let run: Run

    @usableFromInline
    init(_ run: Run) {
        self.run = run
    }

    deinit { run.releaseInput() }

    @usableFromInline
    var isDisposed: Bool { run.isDisposed }

    @usableFromInline
    func dispose() { run.dispose() }
}
