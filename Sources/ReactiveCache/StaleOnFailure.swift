import ReactiveNetworking

/// The failures in whose place a stale stored response answers (RFC 5861 §4).
public enum StaleOnFailure: Sendable, Hashable {
    /// None, whatever the response and the request permit.
    case never
    /// Those that `stale-if-error` permits, in the response or in the request.
    case ifPermitted
    /// Those that ``ifPermitted`` covers, and every transient failure of the transport before the head of a response,
    /// without permission and however old the response is. Error statuses still need permission.
    case whenDisconnected
}
