import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The judgment of names by their words: everything that hides or withholds values asks it.
@Suite struct SecretWordsTests {
    static let secretFields = [
        "Authorization", "Proxy-Authorization", "Authentication-Info", "Cookie", "Set-Cookie", "Cookie2",
        "Private-Token", "X-Vault-Token", "X-Goog-Api-Key", "X-Shopify-Access-Token",
        "X-Shopify-Storefront-Access-Token", "Api-Key", "ApiKey", "X-APIKEY", "X-MBX-APIKEY", "X-RapidAPI-Key",
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Master-Key", "DD-API-KEY", "DD-Application-Key",
        "X-Auth-Key", "X-Auth-Token", "X-AuthToken", "X-Session", "X-Session-Id", "Mcp-Session-Id", "X-CSRF-Token",
        "X-XSRF", "X-CSRFToken", "X-Hub-Signature-256", "Stripe-Signature", "Signature", "Signature-Input",
        "X-Amz-Security-Token", "X-Plex-Token", "X-TrackerToken", "CF-Access-Client-Secret", "Cf-Access-Jwt-Assertion",
        "X-Goog-IAP-JWT-Assertion", "OK-ACCESS-PASSPHRASE", "X-Api-Secret", "X-Password", "X-Otp", "X-JFrog-Art-Api",
        "X-Redmine-API-Key", "X-Gitlab-Token", "JOB-TOKEN", "X-Forwarded-Authorization", "X-Parse-REST-API-Key",
        "X-Shopify-Hmac-Sha256", "pRiVaTe-ToKeN", "X-Credential",
        "X-Auth", "Fastly-Key", "X-Mashape-Key", "X-Appwrite-Key", "aeg-sas-key", "X-Insert-Key", "X-Query-Key",
    ]
    static let openFields = [
        "Accept", "Accept-Encoding", "Accept-Signature", "Access-Control-Allow-Credentials", "Age", "Cache-Control",
        "Cache-Key", "Surrogate-Key", "Content-Type", "Idempotency-Key", "If-Match", "Keep-Alive", "Public-Key-Pins",
        "Sec-WebSocket-Key", "Sec-WebSocket-Accept", "User-Agent", "WWW-Authenticate", "Proxy-Authenticate", "Vary",
        "X-Request-Id", "X-RateLimit-Remaining-Tokens", "anthropic-ratelimit-tokens-limit", "X-Next-Page-Token",
        "X-Continuation-Token", "X-Author", "X-Authority", "X-Token-Type", "X-Api-Version", "Traceparent", "Digest",
        "Strict-Transport-Security", "X-Algolia-Application-Id", "Last-Event-ID", "Server", "Passenger",
    ]
    static let secretMembers = [
        "token", "access_token", "accessToken", "accesstoken", "refreshToken", "id_token", "tokens", "accessTokens",
        "apiKey", "api_key", "apikey", "APIKey", "xApiKey", "myApiKeyValue", "privateKey", "private_key", "access_key",
        "awsaccesskeyid", "secretKey", "secret", "secrets", "clientSecret", "client_assertion", "password",
        "user_password", "userPassword", "newpassword", "password2", "passwordHash", "passwd", "pwd", "userpwd",
        "passphrase", "pass", "passWord", "credential", "credentials", "jwt", "idJwt", "otp", "totp", "pin", "pinCode",
        "session", "sessionid", "sessionId", "PHPSESSID", "JSESSIONID", "ASP.NET_SessionId", "connect.sid", "sid",
        "next-auth.session-token", "csrfmiddlewaretoken", "authenticity_token", "signature", "sig", "X-Amz-Signature",
        "X-Amz-Credential", "user[password]", "user[token]", "oauth_token", "oauth_signature", "oauth_verifier",
        "oauth_consumer_key", "code_verifier", "auth", "authCode", "deviceCode", "verification_code", "bearer",
        "cookies", "id_token_hint", "openai_key", "stripe_key", "sendgrid_key", "storage_key", "mfa_code",
        "SAMLResponse", "magic_link",
    ]
    static let openMembers = [
        "max_tokens", "maxTokens", "maxtokens", "max_completion_tokens", "total_tokens", "prompt_tokens",
        "completionTokens", "cached_tokens", "token_count", "promptTokenCount", "tokenizer", "tokenization",
        "next_page_token", "nextPageToken", "nextpagetoken", "pageToken", "next_token", "syncToken", "token_type",
        "tokenType", "tokentype", "token_endpoint", "tokenExpiresAt", "accessTokenExpiresIn", "expires_in", "author",
        "authors", "authority", "authorized", "authenticated", "auth_url", "authMethod", "oauth_version", "keyboard",
        "monkey", "keyword", "turnkey", "primary_key", "sort_key", "publicKey", "cache_key", "keys", "sessions",
        "sessionTimeout", "session_count", "possession", "secretary", "hasPassword", "is_token_valid",
        "password_policy", "compass", "bypass", "passenger", "passed", "pinned", "spin", "pins", "design", "assigned",
        "significant", "signature_algorithm", "oauth_signature_method", "code", "status_code", "name", "id", "x", "",
        "-", "[]", "token_type_hint", "password_hint", "partition_key", "foreignKey", "idempotencyKey", "hot_keys",
    ]

    @Test(arguments: secretFields) func aFieldWhoseNameContainsASecretWordIsHidden(name: String) throws {  // N18
        for name in [name, name.lowercased(), name.uppercased()] {
            #expect(Redaction.standard.isSecret(headerName: name))
            #expect(HTTP.Headers([name: "canary"]).description == "[\(name): <redacted>]")
            #expect(HTTP.Headers([name: "canary"]).isBoundToOrigin(name))
            let request = RequestBuilder(.get, "http://api.test/").header(name, "canary").build()
            // The documented command shows one (C-59).
            #expect(try request.curlCommand().contains("canary") == (name.lowercased() == "x-auth"))
        }
    }

    @Test(arguments: openFields) func aFieldWhoseNameContainsNoSecretWordIsShown(name: String) {  // N18
        for name in [name, name.lowercased(), name.uppercased()] {
            #expect(!Redaction.standard.isSecret(headerName: name))
            #expect(!HTTP.Headers([name: "shown"]).isBoundToOrigin(name))
        }
    }

    @Test(arguments: secretMembers) func aMemberWhoseNameContainsASecretWordIsHidden(name: String) throws {  // N18
        #expect(Redaction.standard.isSecret(parameterName: name))
        #expect(!Redaction.standard.url("http://a/?\(name)=canary&x=1").contains("canary"))
        let body = Parameters([name: "canary"])
        #expect(!body.description.contains("canary"))
        let text = JSONRedactor.text(of: Data("{\"\(name)\":\"canary\"}".utf8), redactedBy: .standard)
        #expect(text == "{\"\(name)\":\"<redacted>\"}")
        #expect(!RedactedSnippet.text(of: .object([name: .string("canary")])).contains("canary"))
    }

    @Test(arguments: openMembers) func aMemberWhoseNameContainsNoSecretWordIsShown(name: String) {  // N18
        let text = "{\"\(name)\":\"shown\"}"
        #expect(JSONRedactor.text(of: Data(text.utf8), redactedBy: .standard) == text)
        #expect(!SecretWords.tell(name))
    }

    @Test func theQuickCheckRecognizesEverySecretWord() {  // N18
        let words = SecretWords.always.union(SecretWords.pairs).union(SecretWords.alone).union(["token", "key", "pass"])
        for word in words { #expect(SecretWords.mayTell(word.utf8), "\(word)") }
        for (root, _) in SecretWords.roots { #expect(SecretWords.mayTell(root.utf8)) }
    }

    @Test func anOpenNameIsShownWhateverItsWords() {  // N18
        var redaction = Redaction.standard
        redaction.openNames = ["x-design-token", "design_token", "authorization"]
        #expect(redaction.value("shown", ofHeader: "X-Design-Token") == "shown")
        #expect(redaction.value("canary", ofHeader: "X-Other-Token") == Redaction.placeholder)
        #expect(redaction.url("http://a/?design_token=shown&token=t").hasSuffix("?design_token=shown&token=<redacted>"))
        let text = #"{"designToken":"shown"}"#
        #expect(JSONRedactor.text(of: Data(text.utf8), redactedBy: redaction) == text)
        #expect(Redaction.standard.value("canary", ofHeader: "X-Design-Token") == Redaction.placeholder)
    }

    @Test func theRulesOfTheProcessCanBeSet() {  // N15, N18
        // Names that no other test has, because the tests share the process.
        Redaction.standard.headerNames.insert("x-only-marked-here")
        Redaction.standard.openNames.insert("x-only-opened-here-token")
        #expect(HTTP.Headers(["X-Only-Marked-Here": "canary"]).description == "[X-Only-Marked-Here: <redacted>]")
        #expect(HTTP.Headers(["X-Only-Opened-Here-Token": "shown"]).description == "[X-Only-Opened-Here-Token: shown]")
        let world = VirtualNetwork(.redirect(to: "http://b.test/"), .status(.ok))
        let request = RequestBuilder(.get, "http://a.test/").header("X-Only-Marked-Here", "1")
            .header("X-Only-Opened-Here-Token", "2").build()
        world.network.send(request).start()
        #expect(world.stub.requests[1].headers == ["X-Only-Opened-Here-Token": "2"])
        // A mark on the request outranks the name.
        var marked: HTTP.Headers = ["X-Only-Opened-Here-Token": "canary"]
        marked.markSecret("X-Only-Opened-Here-Token")
        #expect(marked.description == "[X-Only-Opened-Here-Token: <redacted>]")
        #expect(marked.isBoundToOrigin("X-Only-Opened-Here-Token"))
    }
}
