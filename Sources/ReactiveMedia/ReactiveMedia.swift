@_exported import ReactiveCore
@_exported import ReactiveNetworking
