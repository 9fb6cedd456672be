import Foundation
import ReactiveNetworking

/// The short course of a fetch, for a whole response that one caller waits for, over a store in memory. Its result is
/// that of the long course, in fewer steps, because most responses are such.
extension CacheFetch {
    /// The result of the short course.
    enum ShortCourse: Sendable {
        /// The response needs the long course.
        case refused
        /// The response needs the rest of the long course: it is judged, but it is not whole, or others have joined.
        case left(StoredAs?)
        /// The fetch is over.
        case completed
    }

    /// Stores a whole response, and delivers it, if one caller waits for it.
    func takeShortCourse(_ response: RawResponse, of exchange: Int) -> ShortCourse {
        guard let direct = core.direct, supply == nil, !isInBackground, lead.expects(response.head),
            let requested = state.withLock({ $0.loneCaller(of: exchange) == nil ? nil : $0.requested })
        else { return .refused }
        let form = storedForm(of: response.head, requested: requested)
        if let form {
            guard stores(form, response, in: direct) else { return .left(form) }
        } else {
            forgetStored(insteadOf: response.head)
        }
        let (course, caller, work) = state.withLock { state -> (ShortCourse, CacheExchange?, (any Disposable)?) in
            guard state.exchange == exchange, !state.phase.isEnded else { return (.completed, nil, nil) }
            guard let caller = state.loneCaller(of: exchange) else {
                state.isStored = form != nil
                return (.left(form), nil, nil)
            }
            // Nobody takes the caller's place in a fetch that is over.
            state.phase = .ended(.completed(response.completion))
            state.participants[0] = Participant(nil, isLead: false)
            state.participantCount = 0
            defer { state.work = nil }
            return (.completed, caller, state.work)
        }
        defer { work?.dispose() }
        guard let caller else { return course }
        core.table.remove(self)
        let head = stamped(response.head, lead, isStored: form != nil)
        caller.finish {
            $0.finish(with: RawResponse(head: head, data: response.data, completion: response.completion))
        }
        return course
    }
}

extension FetchLead {
    /// Returns whether a response concerns nothing but the request itself: no stored response, and no failure in place
    /// of which a stored one may answer.
    fileprivate func expects(_ head: ResponseHead) -> Bool {
        request.request.method == .get && !forwarding.isCompletion && !head.status.isServerError
            && head.status != .notModified && head.status != .partialContent
    }
}

extension CacheFetch.State {
    /// Returns the caller whose request was sent, if it waits for the response and nobody else does.
    func loneCaller(of exchange: Int) -> CacheExchange? {
        guard self.exchange == exchange, phase.isWaiting, participantCount == 1, !isStoringForbidden,
            participants[0].isLead,
            participants[0].isWaiting, participants[0].outbox.isEmpty, !participants[0].isBusy
        else { return nil }
        return participants[0].waiter?.exchange
    }
}
