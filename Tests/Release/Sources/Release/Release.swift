import Testing

@main struct Release {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
