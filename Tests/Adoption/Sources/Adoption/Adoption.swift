import AsyncHTTPClient
import Helper
import NIOPosix
import Playground
import ReactiveCache
import ReactiveCore
import ReactiveDiagnostics
import ReactiveMedia
import ReactiveNetworking
import ReactiveOAuth
import ReactiveOffline
import ReactiveReachability
import ReactiveStreams
import ReactiveTesting
import ReactiveURLSession
import SystemPackage
import _NIOFileSystem

/// Sends one request with each client of the program, and prints the status of each response.
@main
enum Adoption {
    static func main() async throws {
        guard try await FileSystem.shared.info(forFileAt: FilePath("/")) != nil else { return }
        print(Lesson.title)
        try await Server.serving { url in
            // Another module may have a `Request`, too: the name of the library tells which one is meant (AD3).
            let request = ReactiveNetworking.Request(.get, url)
            let sockets = try await Network().send(request, decoding: .data).value().statusCode
            print("ReactiveNetworking", sockets.rawValue)
            let session = try await Network(transport: URLSessionTransport(configuration: .ephemeral)).send(
                request,
                decoding: .data
            ).value()
                .statusCode
            print("ReactiveURLSession", session.rawValue)
            let cache = CachingTransport()
            let cached = try await Network(transport: cache).send(request, decoding: .data).value().statusCode
            print("ReactiveCache", cached.rawValue)
            let other = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(30)).status
            print("AsyncHTTPClient", other.code)
        }
    }
}
