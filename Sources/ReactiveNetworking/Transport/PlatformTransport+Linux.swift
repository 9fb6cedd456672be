#if os(Linux)
    import Foundation

    /// What a network uses that is given no transport: libcurl; or `URLSession`, with a notice on standard error, where
    /// libcurl cannot be used.
    enum PlatformTransport {
        static let shared: any Transport = {
            switch CurlTransport.shared {
            case .success(let transport):
                return transport
            case .failure(let error):
                let notice = "ReactiveNetworking uses URLSession: \(error)\n"
                FileHandle.standardError.write(Data(notice.utf8))
                return URLSessionTransport.shared
            }
        }()
    }
#endif
