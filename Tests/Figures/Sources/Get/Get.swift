import ReactiveNetworking

/// Gets the URL that is the program's argument, and prints the body.
@main
enum Get {
    static func main() async throws {
        let url = CommandLine.arguments.dropFirst().first ?? ""
        print(try await Network().send(Request(.get, url), decoding: .text()).value().parsedData)
    }
}
