import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct ConfigurationLayersTests {
    private typealias Configuration = Network.Configuration

    @Test func everyFieldIsInheritedUnlessALayerSetsIt() {  // F-28
        let lower = Self.full("lower", 1)
        let upper = Self.full("upper", 2)
        let names = Mirror(reflecting: lower).children.compactMap(\.label).filter { $0 != "isComplete" }
        for field in names {
            let text = { (configuration: Configuration) in Self.text(of: field, in: configuration) }
            #expect(text(lower) != text(upper), "\(field) is the same in both")
            #expect(text(lower) != text(Configuration()), "\(field) says nothing")
            #expect(text(lower.overridden(by: upper)) == text(upper), "\(field) is not overridden")
            #expect(text(lower.overridden(by: Configuration())) == text(lower), "\(field) is not inherited")
            #expect(text(Configuration().overridden(by: upper)) == text(upper), "\(field) is lost")
        }
        #expect(names.count == 20)
    }

    private static func full(_ text: String, _ number: Int) -> Configuration {
        var encoders = Body.Encoders()
        encoders["a/b"] = { _ in Data(text.utf8) }
        var policy = RetryPolicy.standard
        policy.random = { Double(number) }
        var configuration = Configuration(
            headers: ["A": text],
            parameters: ["a": text],
            parameterEncoding: number == 1 ? .form : .query,
            parameterStyle: Parameters.Style(
                bools: number == 1 ? .words : .digits,
                arrays: number == 1 ? .indices : .brackets
            ),
            encoders: encoders,
            authorization: .custom(text),
            acceptedCodes: AcceptedCodes(number...number),
            abortAfter: .seconds(number),
            maxRetries: number,
            retryPolicy: policy,
            redirectPolicy: RedirectPolicy(limit: number),
            maxBodySize: number,
            cachePolicy: number == 1 ? .revalidate : .returnCachedOnly,
            cacheLifetime: .exactly(.seconds(number)),
            validation: number == 1 ? .json : .acceptHeader,
            logging: Log.Settings(number == 1 ? .info : .verbose),
            decoder: {
                let decoder = JSONDecoder()
                decoder.userInfo[CodingUserInfoKey(rawValue: "text")!] = text
                return decoder
            },
            encoder: {
                let encoder = JSONEncoder()
                encoder.userInfo[CodingUserInfoKey(rawValue: "text")!] = text
                return encoder
            },
            hooks: Hooks().transform(request: { $0.adding(headers: ["X-Last": text]) })
        )
        configuration.attachments[CachePass.self] = number == 1 ? .network : .stored(CacheWitness())
        return configuration
    }

    /// Returns the value of a field as text; for a function, the text of its result.
    private static func text(of field: String, in configuration: Configuration) -> String {
        switch field {
        case "encoders":
            "\((try? configuration.encoders["a/b"]?(1)).map { String(decoding: $0, as: UTF8.self) } as Any)"
        case "retryPolicy": "\(configuration.retryPolicy?.random() as Any)"
        case "makeEncoder": "\(configuration.encoder?().userInfo.values.first as Any)"
        // The hooks of all layers count, those of a later one last.
        case "hooks":
            "\(configuration.hooks.map { try? $0.transforms.last?.request?(Request(.get, "/")).headers["X-Last"] } as Any)"
        case "makeDecoder": "\(configuration.decoder?().userInfo.values.first as Any)"
        case "authorization":
            "\((try? Request(.get, "http://a.test", authorization: configuration.authorization).prepared().headers["Authorization"]) as Any)"
        default: "\(Mirror(reflecting: configuration).children.first { $0.label == field }?.value as Any)"
        }
    }
}
