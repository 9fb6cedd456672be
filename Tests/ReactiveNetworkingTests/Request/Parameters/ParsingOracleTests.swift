#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Tests that Python reads the queries and forms as intended.
    @Suite(.enabled(if: ServerProcess.exists("python3"), "python3 is not there")) struct ParsingOracleTests {
        /// Reads a query from each line, and writes its pairs in order as a line of JSON.
        private static let script = """
            import json, sys, urllib.parse
            with open("queries", encoding="ascii") as queries:
                for line in queries:
                    query = line.rstrip("\\n")
                    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True, encoding=sys.argv[1], errors="strict")
                    lists = urllib.parse.parse_qs(query, keep_blank_values=True, encoding=sys.argv[1], errors="strict")
                    assert lists == {name: [v for n, v in pairs if n == name] for name, _ in pairs}
                    print(json.dumps(pairs))
            """

        private func parsed(_ queries: [String], as encoding: String = "utf-8") async throws -> [JSONValue] {
            let directory = try ServerProcess.makeDirectory()
            for (name, text) in [("queries", queries.map { $0 + "\n" }.joined()), ("parse.py", Self.script)] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
            }
            try await ServerProcess.offThePool {
                try ServerProcess.run(script: "python3 parse.py \(encoding) > parsed", in: directory)
            }
            let text = try String(contentsOfFile: "\(directory)/parsed", encoding: .utf8)
            return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        }

        /// The pairs of a value, computed directly from the rule.
        private func pairs(_ value: JSONValue, _ name: String) -> [JSONValue] {
            switch value {
            case .null: []
            case .bool(let bool): [[.string(name), bool ? "1" : "0"]]
            case .array(let elements): elements.flatMap { pairs($0, name + "[]") }
            case .object(let members):
                members.sorted { $0.key < $1.key }.flatMap { pairs($0.value, "\(name)[\($0.key)]") }
            case .string(let string): [[.string(name), .string(string)]]
            default: [[.string(name), .string("\(value)")]]
            }
        }

        private func pairs(_ values: [String: JSONValue]) -> JSONValue {
            .array(values.sorted { $0.key < $1.key }.flatMap { pairs($0.value, $0.key) })
        }

        @Test func pythonReadsRandomQueriesAsIntended() async throws {  // F-07, C-13..C-19
            let seed = UInt64.random(in: 0 ... .max)
            var random = SplitMix(state: seed)
            let values = (0..<300).map { _ in
                (0..<Int.random(in: 1..<6, using: &random)).reduce(into: [String: JSONValue]()) { values, _ in
                    values[.random(using: &random)] = .random(using: &random, depth: 3)
                }
            }
            let queries = try values.map { values in try Parameters(values).query() }
            let forms = try values.map { values in
                String(decoding: try Body.form(Parameters(values)).data(), as: UTF8.self)
            }
            #expect(queries == forms, "seed \(seed)")
            for (read, values) in zip(try await parsed(queries), values) {
                #expect(read == pairs(values), "seed \(seed)")
            }
        }

        @Test func pythonReadsAFormInLatin1() async throws {  // F-08
            let form = try Body.form(["é": "Bärk & Co", "a": ["ÿ"]], charset: .isoLatin1).data()
            let read = try await parsed([String(decoding: form, as: UTF8.self)], as: "latin-1")
            #expect(read == [[["a[]", "ÿ"], ["é", "Bärk & Co"]]])
        }

        @Test func pythonReadsTheQueryOfAURLAsIntended() async throws {  // F-07, C-25
            let request = RequestBuilder(.get, "http://api.test/?x=a%20b#part")
                .parameters(["key1": true, "key2": 3, "key3": 5.13453124189, "key4": "τεστ", "key5": String?.none])
                .configuration(.init(parameterStyle: Parameters.Style(bools: .words))).build()
            let query = try #require(try request.prepared().url.query(percentEncoded: true))
            let expected: JSONValue = [
                ["x", "a b"], ["key1", "true"], ["key2", "3"], ["key3", "5.13453124189"], ["key4", "τεστ"],
            ]
            #expect(try await parsed([query]) == [expected])
        }
    }
#endif
