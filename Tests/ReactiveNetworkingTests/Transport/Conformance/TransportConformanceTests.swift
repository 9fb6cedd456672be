import Testing

/// What every transport over real sockets keeps to, theme by theme; a row number (B7) names the fault.
///
/// One after the other: the tests measure sockets, threads and times of one process.
@Suite(.serialized, .timeLimit(.minutes(20))) enum TransportConformanceTests {}
