import Foundation

// What a response means for the file.
extension Download {
    /// What the next exchange is to ask for; `nil` for the whole.
    func nextPart() -> Part? {
        let part = try? use { work in
            work.part = nil
            guard asksForParts, work.byteCount > 0, let validator = work.validator else { return nil as Part? }
            work.part = Part(offset: work.byteCount, validator: validator)
            return work.part
        }
        return part ?? nil
    }

    /// Whether a response to `part` can be used: the very part, the whole, or a failure that has nothing to do with it. What
    /// cannot is answered by asking for the whole.
    func canUse(_ head: ResponseHead, for part: Part) -> Bool {
        let fits = try? use { work in
            let isUsable =
                switch head.status {
                case 206: work.isNext(head, part)
                case 416: work.isRest(head, part)
                default: true
                }
            if !isUsable { try? work.startOver(stem) }
            return isUsable
        }
        return fits ?? nil ?? true
    }

    /// Whether the response says that nothing is missing.
    func isComplete(_ head: ResponseHead) -> Bool {
        let isComplete = try? use { work in head.status == 416 && work.part != nil }
        return isComplete ?? nil ?? false
    }

    /// Whether the response is what was asked for on top of what the request's user has asked for.
    func isOwnPart(_ head: ResponseHead) -> Bool {
        let isOwn = try? use { work in head.status == 206 && work.part != nil }
        return isOwn ?? nil ?? false
    }

    /// A response that will do has begun.
    func begin(_ head: ResponseHead) throws(TransferError) {
        _ = try use { work throws(TransferError) in
            if work.part == nil || ![206, 416].contains(head.status) {
                guard head.status != 206 || !asksForWhole else { throw .unrequestedPart }
                try work.startOver(stem)
            }
            if work.name == nil {
                let name = FileName.suggested(by: head, url: URL(string: request.url))
                try work.check(name, destination.conflict)
                work.name = name
            }
            work.note(head, method: request.method, isAsSent: isAsSent)
            try work.checkRoom()
            if work.file == nil { work.file = try PartialFile(in: work.directory) }
            if work.part == nil, asksForParts { work.remember(head, stem, ResumptionToken.source(of: request)) }
            report.note(work.byteCount, of: work.total)
        }
    }

    /// The next bytes.
    func write(_ data: Data) throws(TransferError) {
        _ = try use { work throws(TransferError) in
            try work.file?.write(data, at: work.byteCount)
            work.byteCount += Int64(data.count)
            report.note(work.byteCount, of: work.total)
        }
    }

    /// Nothing is missing.
    ///
    /// - Returns: the file under its final name; `nil` if it was abandoned.
    func publish(_ head: ResponseHead, _ metrics: TransferMetrics) throws(TransferError) -> DownloadedFile? {
        let file = try use { work throws(TransferError) -> DownloadedFile? in
            guard let file = work.file, let wanted = work.name else { return nil }
            try file.synchronize()
            let name = try file.publish(as: wanted, destination.conflict)
            work.isPublished = true
            if let stem { PartialFile.removeToken(in: work.directory, stem) }
            return DownloadedFile(
                url: URL(fileURLWithPath: work.directory.path(of: name)),
                byteCount: work.byteCount,
                resumedByteCount: work.resumedByteCount,
                statusCode: head.status,
                responseHeaders: head.headers,
                metrics: metrics
            )
        }
        guard let file = file ?? nil else { return nil }
        report.finish()
        return file
    }

    /// Whether more bytes, or fewer, have come than the response has announced; more than there are can be nobody's.
    func lengthMismatch() -> TransportError? {
        let flaw = try? use { work -> TransportError? in
            if work.hasSeveralLengths {
                try? work.startOver(stem)
                let text = "the response has several lengths that differ"
                return TransportError(.invalidResponse, phase: .receiving, detail: text)
            }
            if let last = work.lastOffset, work.byteCount - 1 > last {
                try? work.startOver(stem)
                return TransportError(.invalidResponse, phase: .receiving, detail: "the part is longer than it says")
            }
            guard let total = work.total, work.byteCount != total else { return nil }
            let text = "\(work.byteCount) of \(total) bytes have come"
            guard work.byteCount > total else {
                return TransportError(.truncatedResponse, phase: .receiving, detail: text)
            }
            try? work.startOver(stem)
            return TransportError(.invalidResponse, phase: .receiving, detail: text)
        }
        return flaw ?? nil ?? nil
    }
}

extension Download.Work {
    /// Whether it is the very part that was asked for, of the same version.
    fileprivate func isNext(_ head: ResponseHead, _ part: Download.Part) -> Bool {
        let types = head.headers.values(for: HTTP.Headers.Name.contentType).map(HTTP.ContentType.init(rawValue:))
        guard !types.contains(where: { $0.matches("multipart/byteranges") }), !head.isCoded,
            !part.validator.isContradicted(by: head.headers),
            let range = head.headers.unambiguous(HTTP.Headers.Name.contentRange).flatMap(ContentRange.init),
            range.bytes?.lowerBound == part.offset, let whole = range.total
        else { return false }
        return total == nil || total == whole
    }

    /// Whether there was nothing left to send: all bytes had come, and only the end was missing.
    fileprivate func isRest(_ head: ResponseHead, _ part: Download.Part) -> Bool {
        guard let range = head.headers.unambiguous(HTTP.Headers.Name.contentRange).flatMap(ContentRange.init),
            range.bytes == nil,
            !part.validator.isContradicted(by: head.headers)
        else { return false }
        return range.total == part.offset && (total == nil || total == part.offset)
    }

    /// How long the whole will be. Of a coded response nobody knows whether the transport undoes the coding.
    fileprivate mutating func note(_ head: ResponseHead, method: HTTP.Method, isAsSent: Bool) {
        isCoded = head.isCoded
        lastOffset = nil
        hasSeveralLengths = false
        if part != nil {
            let range = head.headers.unambiguous(HTTP.Headers.Name.contentRange).flatMap(ContentRange.init)
            total = range?.total ?? total
            lastOffset = range?.bytes?.upperBound
        } else {
            let hasBody = method != .head && ![204, 205, 304].contains(head.status) && !isCoded && isAsSent
            let lengths = head.headers.contentLengths
            total = hasBody && lengths.count == 1 ? lengths.first.flatMap { Int64($0) } : nil
            hasSeveralLengths = hasBody && lengths.count > 1
        }
    }

    fileprivate func checkRoom() throws(TransferError) {
        guard let total, let available = directory.availableByteCount, total - byteCount > available else { return }
        throw .insufficientSpace(
            path: directory.path(of: name ?? ""),
            needed: total - byteCount,
            available: available
        )
    }

    /// Keeps what is needed to go on with this response should it break off.
    fileprivate mutating func remember(_ head: ResponseHead, _ stem: String?, _ source: String) {
        validator = isCoded || head.status != 200 ? nil : Validator(strongOf: head.headers)
        guard let validator, let stem else { return }
        let token = ResumptionToken(validator: validator, totalByteCount: total, source: source)
        PartialFile.store(token, in: directory, stem)
    }
}

extension ResponseHead {
    /// Whether the body has a content coding.
    var isCoded: Bool {
        headers.values(for: HTTP.Headers.Name.contentEncoding).contains {
            !["", "identity"].contains($0.trimmingCharacters(in: .whitespaces).lowercased())
        }
    }
}

extension HTTP.Headers {
    /// The lengths that a message gives, each once. A list of equal ones counts as one of them (RFC 9110 §8.6).
    fileprivate var contentLengths: Set<String> {
        Set(
            values(for: Name.contentLength).flatMap { $0.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces) }
        )
    }
}
