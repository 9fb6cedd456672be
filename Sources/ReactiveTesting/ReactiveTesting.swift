import ReactiveNetworking

// What recorders write down is a type of the core; those who only record need not import that.
@_exported import struct ReactiveCore.Recorded
