#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Tests that an independent server understands the requests of this library.
    @Suite(.enabled(if: HTTPBin.isInstalled, "httpbin is not there"), .serialized, .timeLimit(.minutes(20)))
    struct HTTPBinTests {
        private let server: HTTPBin
        private let network = Network(configuration: .patient, scheduler: ImmediateScheduler())

        init() async throws {
            server = try await HTTPBin()
        }

        private func answer(_ request: Request) async throws -> JSONValue {
            try await network.send(request, decoding: .jsonValue, abortAfter: .patience).value().parsedData
        }

        @Test func aQueryIsReadAsIntended() async throws {  // F-07, C-13 to C-19
            let parameters: Parameters = [
                "plain": "a b", "flag": true, "number": 1.5, "reserved": ":#[]@!$&'()*+,;=?/%", "text": "日本の 😃",
                "list": ["x", "y"], "nested": ["key": "value"],
            ]
            let request = RequestBuilder(.get, server.url("/get")).parameters(parameters).build()
            #expect(
                try await answer(request)["args"] == [
                    "plain": "a b", "flag": "1", "number": "1.5", "reserved": ":#[]@!$&'()*+,;=?/%", "text": "日本の 😃",
                    "list[]": ["x", "y"], "nested[key]": "value",
                ]
            )
        }

        @Test func aFormIsReadAsIntended() async throws {  // F-08, C-23
            let request = RequestBuilder(.post, server.url("/post"))
                .form(["title": "Ä & = +", "lines": "a\r\nb", "done": false]).build()
            let answer = try await answer(request)
            #expect(answer["form"] == ["title": "Ä & = +", "lines": "a\r\nb", "done": "0"])
            #expect(answer["headers"]?["Content-Type"] == "application/x-www-form-urlencoded")
        }

        @Test func jsonIsReadAsIntended() async throws {  // F-09, C-27
            let body: JSONValue = ["universities": [1, 2, 3], "text": "Hello Kanto! 😃", "none": nil]
            let request = RequestBuilder(.put, server.url("/put")).json(body).build()
            #expect(try await answer(request)["json"] == body)
        }

        @Test func aMultipartFormIsReadAsIntended() async throws {  // F-11, C-21
            let request = RequestBuilder(.post, server.url("/post"))
                .multipart([
                    .value("caption", "hi ✓"), .value("a \"b\"", 7),
                    .data("image", Data("ABC".utf8), fileName: "im\"age.txt", contentType: .textPlain),
                ])
                .build()
            let answer = try await answer(request)
            #expect(answer["form"]?["caption"] == "hi ✓")
            #expect(answer["form"]?.object?.count == 2)
            #expect(answer["files"] == ["image": "ABC"])
        }

        @Test func credentialsAreAccepted() async throws {  // F-18, C-01
            func isIn(_ path: String, _ authorization: Authorization) async throws -> Bool {
                let request = RequestBuilder(.get, server.url(path)).authorization(authorization).build()
                return try await answer(request)["authenticated"] == true
            }
            #expect(try await isIn("/basic-auth/ape/group", .basic(username: "ape", password: "group")))
            #expect(try await isIn("/bearer", .bearer("token")))
            for algorithm in ["MD5", "SHA-256"] {
                for quality in ["auth", "auth-int"] {
                    let path = "/digest-auth/\(quality)/ape/group/\(algorithm)/never"
                    #expect(try await isIn(path, .digest(username: "ape", password: "group")), "\(path)")
                }
            }
            let wrong = RequestBuilder(.get, server.url("/basic-auth/ape/group"))
                .authorization(.basic(username: "ape", password: "wrong")).build()
            #expect(await network.failure(wrong) == .unexpectedResponseCode(httpCode: .unauthorized, data: nil))
        }

        @Test func codedBodiesAreDecoded() async throws {
            for coding in ["gzip", "deflate", "brotli"] {
                let request = RequestBuilder(.get, server.url("/\(coding)")).build()
                let key = coding == "gzip" ? "gzipped" : coding == "deflate" ? "deflated" : "brotli"
                #expect(try await answer(request)[key] == true)
            }
        }

        @Test func aDownloadIsResumedWithARange() async throws {  // F-17
            let directory = FileManager.default.temporaryDirectory.appending(path: "httpbin-\(UUID())")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let request = RequestBuilder(.get, server.url("/range/1024")).build()
            let file = directory.appending(path: "letters")
            let downloaded = try await network.download(request, to: .file(file)).onlyValue().value()
            #expect(downloaded.byteCount == 1_024)
            #expect(try Data(contentsOf: file).prefix(3) == Data("abc".utf8))
        }
    }
#endif
