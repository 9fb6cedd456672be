import Testing

/// Requirements for every transport over real sockets, grouped by theme.
///
/// The suites run serially because they measure the sockets, threads and times of one process.
@Suite(.serialized, .timeLimit(.minutes(20))) enum TransportConformanceTests {}
