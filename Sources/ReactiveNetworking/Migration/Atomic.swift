import Synchronization

/// Swift's own atomic type.
///
/// The alias hides ReactiveSwift's `Atomic`, which the core declares, so that the name is unambiguous in files that
/// import `Synchronization` too. Code that comes from ReactiveSwift writes `ReactiveCore.Atomic`, or imports
/// `ReactiveCore` alone.
@_documentation(visibility: internal)
public typealias Atomic = Synchronization.Atomic
