import ReactiveNetworking

/// The library's operation; Foundation has a class of this name.
typealias Operation = ReactiveNetworking.Operation
