@_exported import ReactiveNetworking
