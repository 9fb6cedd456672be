#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Cookies between requests and between runs (EN38, EN39).
    @Suite struct CookieStorageTests {
        private let directory: URL
        private let target = CookieTarget(isSecure: true, host: "a.co.uk", path: "/")

        init() throws {
            directory = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        }

        private func path(_ name: String) -> String { directory.appending(path: name).path }

        private func text(_ name: String) -> String {
            (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
        }

        @Test(.enabled(if: PublicSuffixes.loaded != nil))
        func theListOfTheSystemKnowsSuffixes() throws {  // EN39
            let suffixes = try #require(PublicSuffixes.loaded)
            for name in ["com", "co.uk", "uk", "unknown-top-level"] { #expect(suffixes.contains(name), "\(name)") }
            for name in ["example.com", "a.co.uk", "127.0.0.1"] { #expect(!suffixes.contains(name), "\(name)") }
        }

        @Test(.enabled(if: PublicSuffixes.loaded != nil)) func noPublicSuffixReceivesACookie() throws {  // EN39, TC-79
            let storage = try CookieStorage(file: nil) { 1_700_000_000 }
            storage.store(["Set-Cookie": "a=1; Domain=co.uk"], from: target)
            #expect(storage.field(for: target) == nil)
            storage.store(["Set-Cookie": "b=2; Domain=a.co.uk"], from: target)
            #expect(storage.field(for: target) == "b=2")
            #expect(storage.field(for: CookieTarget(isSecure: true, host: "x.a.co.uk", path: "/")) == "b=2")
        }

        @Test func withoutTheListOfSuffixesACookieIsForItsHostOnly() throws {  // EN39, TC-79
            let storage = try CookieStorage(file: nil, suffixes: nil) { 1_700_000_000 }
            storage.store(["Set-Cookie": "a=1; Domain=co.uk"], from: target)
            storage.store(["Set-Cookie": "b=2; Domain=a.co.uk"], from: target)
            #expect(storage.field(for: target) == "a=1; b=2")
            #expect(storage.field(for: CookieTarget(isSecure: true, host: "x.a.co.uk", path: "/")) == nil)
        }

        @Test func cookiesEndByTheGivenClock() throws {  // EN38
            let now = Locked(1_700_000_000)
            let storage = try CookieStorage(file: nil) { now.withLock { $0 } }
            storage.store(["Set-Cookie": "a=1; Max-Age=10"], from: target)
            now.withLock { $0 += 9 }
            #expect(storage.field(for: target) == "a=1")
            now.withLock { $0 += 1 }
            #expect(storage.field(for: target) == nil)
        }

        @Test func severalFieldsOfOneResponseAreStored() throws {  // EN38
            let storage = try CookieStorage(file: nil) { 1_700_000_000 }
            var headers: HTTP.Headers = ["X": "y"]
            for value in ["a=1", "b=2; Path=/x", "c=3; Secure"] { headers.add("set-cookie", value) }
            storage.store(headers, from: target)
            #expect(storage.field(for: target) == "a=1; c=3")
        }

        @Test func theFileIsReplacedAndOnlyItsOwnerCanReadIt() async throws {  // EN38
            defer { try? FileManager.default.removeItem(at: directory) }
            try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("jar"))
            let storage = try CookieStorage(file: try CookieFile(path: path("link"))) { 1_700_000_000 }
            #expect(text("jar").isEmpty)
            storage.store(["Set-Cookie": "a=1"], from: target)
            #expect(await eventually { text("jar").contains("a.co.uk\tFALSE\t/\tFALSE\t0\ta\t1\n") })
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["jar", "link"])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == path("jar"))
            let attributes = try FileManager.default.attributesOfItem(atPath: path("jar"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let later = try CookieStorage(file: try CookieFile(path: path("jar"))) { 1_700_000_000 }
            #expect(later.field(for: target) == "a=1")
            later.store(["Set-Cookie": "a=; Max-Age=0"], from: target)
            #expect(await eventually { !text("jar").contains("a.co.uk") && text("jar").hasPrefix("# Netscape") })
        }

        @Test func aResponseWithoutAChangeWritesNothing() async throws {  // EN38
            defer { try? FileManager.default.removeItem(at: directory) }
            let storage = try CookieStorage(file: try CookieFile(path: path("jar"))) { 1_700_000_000 }
            storage.store(["Set-Cookie": "a=1; Domain=other.test"], from: target)
            storage.store(["Set-Cookie": "b=2"], from: target)
            #expect(await eventually { text("jar").contains("\tb\t2\n") })
            #expect(!text("jar").contains("\ta\t1"))
        }

        @Test func draftsThatKilledProcessesLeftAreRemoved() throws {  // EN38
            defer { try? FileManager.default.removeItem(at: directory) }
            let (old, new) = ("jar.\(UUID().uuidString)", "jar.\(UUID().uuidString)")
            for name in [old, new, "jar.txt", "other.\(UUID().uuidString)"] {
                try Data("draft".utf8).write(to: directory.appending(path: name))
                let age: TimeInterval = name == new ? 0 : 3_600
                let date = Date(timeIntervalSinceNow: -age)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
            }
            _ = try CookieFile(path: path("jar"))
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(!names.contains(old) && names.contains(new) && names.count == 4)
        }

        @Test(arguments: ["", "/nowhere/jar", "a\0b", "/"]) func anUnusablePathIsRejected(path: String) {  // EN38
            let error = #expect(throws: TransportError.self) { try CookieFile(path: path) }
            #expect(error?.kind == .unsupported)
        }

        @Test func aDeviceIsWrittenToAndNotReplaced() throws {  // EN38
            let file = try CookieFile(path: "/dev/null")
            #expect(try file.read() == [])
            #expect(file.write([]))
            var status = stat()
            #expect(lstat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
        }
    }
#endif
