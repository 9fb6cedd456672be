#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Tests of answers to challenges against real servers.
    @Suite struct ChallengeOracleTests {
        private func send(
            _ network: Network,
            _ request: Request,
            _ authorization: Authorization
        ) async -> Result<String, OperationError> {
            do throws(OperationError) {
                var request = request
                request.authorization = authorization
                let text = try await network.send(request, decoding: .text(), maxRetries: 0).firstValue()
                return .success(text?.parsedData ?? "interrupted")
            } catch {
                return .failure(error)
            }
        }

        @Test(
            .enabled(if: DigestServer.isAvailable),
            arguments: [
                #"Digest realm="r", nonce="%s""#,
                #"Digest realm="r", nonce="%s", qop="auth", opaque="o""#,
                #"Digest realm="r", nonce="%s", algorithm=MD5-sess, qop="auth""#,
                #"Digest realm="r", nonce="%s", algorithm=SHA-256, qop="auth-int,auth""#,
                #"Digest realm="r", nonce="%s", algorithm=SHA-256, qop="auth-int""#,
                #"Digest realm="r", nonce="%s", algorithm=SHA-256-sess, qop="auth", userhash=true, charset=UTF-8"#,
                #"Digest realm="r", nonce="%s", algorithm=SHA-256, qop="auth", charset=UTF-8"#,
                #"Negotiate, Basic realm="r", Digest realm="r", nonce="%s", qop="auth""#,
            ]
        )
        func pythonAcceptsTheDigestAnswers(challenge: String) async throws {  // F-20
            let server = try await DigestServer("Jäsøn", "Sécret: 1", [challenge])
            for wire in Wire.all {
                let network = try wire.network()
                let right = Authorization.digest(username: "Jäsøn", password: "Sécret: 1")
                for path in ["/", "/a/b%2Fc?d=e%20f&g"] {
                    #expect(await send(network, .get(server.url(path)), right) == .success("ok"))
                }
                #expect(await send(network, .post(server.url("/post")), right) == .success("ok"))
                let wrong = await send(network, .get(server.url("/")), .digest(username: "Jäsøn", password: "other"))
                let refusal = OperationError.unexpectedResponseCode(
                    httpCode: .unauthorized,
                    data: Data("wrong response".utf8)
                )
                #expect(wrong == .failure(refusal))
            }
        }

        @Test(.enabled(if: Nginx.isInstalled)) func nginxAcceptsBasicAfterItsChallenge() async throws {  // F-18, F-20
            let certificates = try await Certificates.made()
            let location = "location /closed/ { root files; auth_basic closed; auth_basic_user_file files/users; }"
            let server = try await Nginx(certificates["server"], "", location)
            try server.serve(Data("ape:{PLAIN}group\n".utf8), at: "/users")
            try server.serve(Data("ok".utf8), at: "/closed/file")
            let url = "http://127.0.0.1:\(server.port)/closed/file"
            for wire in Wire.all {
                let network = try wire.network()
                let known = Authorization.onChallenge(username: "ape", password: "group", schemes: [.digest, .basic])
                for _ in 0..<2 { #expect(await send(network, .get(url), known) == .success("ok")) }
                #expect(await send(network, .get(url), .basic(username: "ape", password: "group")) == .success("ok"))
                for wrong in [
                    Authorization.onChallenge(username: "ape", password: "x"),
                    .digest(username: "ape", password: "group"),
                    .basic(username: "ape", password: "x"), .bearer("x"),
                ] {
                    guard
                        case .failure(.unexpectedResponseCode(.unauthorized, _)) = await send(network, .get(url), wrong)
                    else {
                        Issue.record("\(wire) \(wrong) is not refused")
                        continue
                    }
                }
            }
            let statuses = try await server.served().map(\.status)
            // On each wire: a challenge and its answer; the known challenge and Basic, which are sent first; then a
            // challenge and a wrong answer, a challenge without Digest, and two wrong credentials sent first.
            let expected = ["401", "200", "200", "200", "401", "401", "401", "401", "401"]
            #expect(statuses == Wire.all.flatMap { _ in expected })
        }

        @Test(.enabled(if: DigestServer.isAvailable))
        func noTransportAnswersChallengesByItself() async throws {  // F-20
            let server = try await DigestServer("a", "b", [#"Digest realm="r", nonce="%s""#, #"Basic realm="r""#])
            let refusal = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: Data("none".utf8))
            for wire in Wire.all {
                let network = try wire.network()
                var request = Request.get(server.url("/"))
                request.acceptedCodes = .success
                do {
                    _ = try await network.send(request, maxRetries: 0).value()
                    Issue.record("\(wire) has answered")
                } catch {
                    #expect(error as? OperationError == refusal)
                }
            }
        }
    }
#endif
