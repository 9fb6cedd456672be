/// A decoding that has to begin.
struct PlannedDecoding: Sendable {
    let flight: Int
    let variant: MediaVariant
    let data: Data
    let source: MediaSource
    let handle: SerialDisposable
}

/// The flights of a loader. Every function decides what to do; the caller does it after releasing the lock.
struct FlightState<Media: Sendable>: Sendable {
    /// The result of asking for media.
    enum Joined: Sendable {
        case hit(Media)
        case waiting(flight: Int, asker: Int, PlannedDecoding?)
    }

    private let isLastFirst: Bool
    private let maxTransfers: Int
    private var flights: [Int: Flight<Media>] = [:]
    private var numbers: [Request: Int] = [:]
    private var line: TransferLine
    private var lastNumber = 0
    private var transferCount = 0
    private var receivedCount = 0
    private var isProceeding = false

    init(_ order: TransferOrder, maxTransfers: Int) {
        isLastFirst = order == .lastInFirstOut
        self.maxTransfers = max(maxTransfers, 1)
        line = TransferLine(lastInFirstOut: isLastFirst)
    }

    /// The number of responses that may wait for their decodings: more would fill the memory if decodings are slow.
    private var maxReceived: Int { maxTransfers + 16 }

    mutating func join(_ request: Request, _ asker: Asker<Media>, _ cache: MediaCache<Media>) -> Joined {
        // Decoded media is inserted before its flight is removed, so nobody falls between the two.
        if let media = cache.media(for: request, variant: asker.variant) { return .hit(media) }
        let flight = numbers[request] ?? open(request)
        let wasLoad = flights[flight]?.isLoad ?? false
        let number = nextNumber()
        flights[flight]?.add(asker, number)
        if flights[flight]?.turn == 0 || !asker.isPreload && (!wasLoad || isLastFirst) { takeTurn(flight) }
        return .waiting(flight: flight, asker: number, planDecoding(of: asker.variant, flight))
    }

    private mutating func open(_ request: Request) -> Int {
        let number = nextNumber()
        flights[number] = Flight(request)
        numbers[request] = number
        return number
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private mutating func takeTurn(_ number: Int) {
        guard let flight = flights[number], flight.isWaiting else { return }
        let turn = nextNumber()
        flights[number]?.turn = turn
        line.add(TransferLine.Entry(flight: number, turn: turn), isLoad: flight.isLoad)
        // Entries that no longer count must not accumulate while no transfer begins.
        guard line.count > 2 * flights.count + 32 else { return }
        line.keep { [flights] entry in Self.waits(for: entry, flights[entry.flight]) }
    }

    private static func waits(for entry: TransferLine.Entry, _ flight: Flight<Media>?) -> Bool {
        guard let flight else { return false }
        return flight.isWaiting && flight.turn == entry.turn
    }

    private mutating func popWaiting() -> (number: Int, flight: Flight<Media>)? {
        while let entry = line.popNext() {
            if let flight = flights[entry.flight], Self.waits(for: entry, flight) { return (entry.flight, flight) }
        }
        return nil
    }

    private mutating func planDecoding(of variant: MediaVariant, _ number: Int) -> PlannedDecoding? {
        guard case .received(let data, let source)? = flights[number]?.stage,
            let handle = flights[number]?.beginDecoding(variant)
        else { return nil }
        return PlannedDecoding(flight: number, variant: variant, data: data, source: source, handle: handle)
    }

    /// Removes an asker, and returns what must be disposed of and released.
    mutating func leave(_ flight: Int, _ asker: Int) -> (disposables: [SerialDisposable], rest: (any Sendable)?) {
        guard let (asker, unwanted) = flights[flight]?.remove(asker) else { return ([], nil) }
        guard flights[flight]?.askers.isEmpty == true, let gone = close(flight) else {
            return ([unwanted].compactMap(\.self), asker)
        }
        return ([gone.transfer] + [unwanted].compactMap(\.self), (gone, asker))
    }

    /// Removes a flight.
    mutating func close(_ number: Int) -> Flight<Media>? {
        guard let flight = flights.removeValue(forKey: number) else { return nil }
        numbers[flight.request] = nil
        switch flight.stage {
        case .waiting: break
        case .transferring: transferCount -= 1
        case .received: receivedCount -= 1
        }
        return flight
    }

    /// Returns whether the caller is to begin transfers until there is none to begin.
    mutating func beginProceeding() -> Bool {
        defer { isProceeding = true }
        return !isProceeding
    }

    /// Returns the transfer to begin next.
    mutating func nextTransfer() -> (flight: Int, request: Request, handle: SerialDisposable)? {
        guard transferCount < maxTransfers, receivedCount < maxReceived, let (number, flight) = popWaiting() else {
            isProceeding = false
            return nil
        }
        flights[number]?.stage = .transferring
        transferCount += 1
        return (number, flight.request, flight.transfer)
    }

    func askers(of flight: Int) -> [Asker<Media>] { flights[flight]?.inOrder ?? [] }

    func isTransferring(_ flight: Int) -> Bool { flights[flight]?.isTransferring ?? false }

    mutating func received(_ data: Data, from source: MediaSource, _ number: Int) -> [PlannedDecoding] {
        guard let flight = flights[number], flight.isTransferring else { return [] }
        flights[number]?.stage = .received(data, source)
        transferCount -= 1
        receivedCount += 1
        return flight.inOrder.compactMap { planDecoding(of: $0.variant, number) }
    }

    /// Returns the request of a decoding in progress, or `nil` if nobody waits for it any more.
    func request(of decoding: PlannedDecoding) -> Request? {
        guard let flight = flights[decoding.flight], flight.decodings[decoding.variant] === decoding.handle else {
            return nil
        }
        return flight.request
    }

    /// Ends the decoding of a variant.
    ///
    /// - Returns: Those who wait for it, and the flight if it was its last decoding.
    mutating func decoded(
        _ decoding: PlannedDecoding
    ) -> (askers: [Asker<Media>], closed: Flight<Media>?) {
        guard flights[decoding.flight]?.decodings[decoding.variant] === decoding.handle else { return ([], nil) }
        flights[decoding.flight]?.decodings[decoding.variant] = nil
        let askers = flights[decoding.flight]?.removeAll(for: decoding.variant) ?? []
        return (askers, flights[decoding.flight]?.askers.isEmpty == true ? close(decoding.flight) : nil)
    }
}
