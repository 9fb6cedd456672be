import ReactiveNetworking

// Recorders produce this type of the core; tests that only record need not import the core.
@_exported import struct ReactiveCore.Recorded
