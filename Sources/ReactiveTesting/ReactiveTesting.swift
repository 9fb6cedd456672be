// Recorders produce types of the core; tests that only record need not import it. It is exported as a whole, because an
// export of one type hides the operators of the module (`<~`) from files that import this one.
@_exported import ReactiveCore
import ReactiveNetworking
