#if os(Linux)
    import Foundation

    /// Parsers of forms written in Python.
    package enum PythonForms {
        package struct Field: Codable, Equatable {
            package var name: String
            package var fileName: String?
            package var contentType: String?
            /// In base 64.
            package var content: String

            /// - Parameter content: The content, not in base 64.
            package init(_ name: String, _ fileName: String?, _ contentType: String?, _ content: Data) {
                self.name = name
                self.fileName = fileName
                self.contentType = contentType
                self.content = content.base64EncodedString()
            }
        }

        package static let isInstalled = ServerProcess.exists("python3")

        /// Returns the fields of a body as each installed parser reads them: always `email`, and `multipart` and
        /// `werkzeug` if they are installed.
        package static func fields(of body: Data, _ contentType: String) async throws -> [String: [Field]] {
            try await ServerProcess.offThePool {
                let directory = try ServerProcess.makeDirectory()
                let file = URL(filePath: directory)
                try body.write(to: file.appending(path: "body"))
                try Data(contentType.utf8).write(to: file.appending(path: "type"))
                try script.write(to: file.appending(path: "script"), atomically: true, encoding: .utf8)
                try ServerProcess.run(script: "python3 script > fields", in: directory)
                let fields = try Data(contentsOf: file.appending(path: "fields"))
                return try JSONDecoder().decode([String: [Field]].self, from: fields)
            }
        }

        private static let script = """
            import base64, email.parser, io, json
            from email.message import Message

            body, content_type = open("body", "rb").read(), open("type").read()

            def field(name, file_name, kind, content):
                content = base64.b64encode(content).decode()
                return dict(name=name, fileName=file_name, contentType=kind, content=content)

            def with_email():
                whole = b"Content-Type: " + content_type.encode() + b"\\r\\n\\r\\n" + body
                message = email.parser.BytesParser().parsebytes(whole)
                assert message.is_multipart() and not message.defects, message.defects
                for part in message.get_payload():
                    head = Message()
                    for name, value in part.raw_items():
                        head[name] = str(value).encode("ascii", "surrogateescape").decode()
                    parameter = lambda name: head.get_param(name, header="content-disposition")
                    assert head["content-disposition"].startswith("form-data;")
                    kind = head["content-type"]
                    yield field(parameter("name"), parameter("filename"), kind, part.get_payload(decode=True))

            def with_multipart():
                import multipart
                # There are two packages of this name.
                if not hasattr(multipart, "PushMultipartParser"):
                    raise ImportError
                kind, options = multipart.parse_options_header(content_type)
                limits = dict(strict=True, part_limit=20000, mem_limit=len(body))
                for part in multipart.MultipartParser(io.BytesIO(body), options["boundary"], **limits):
                    kind = part.headerlist and dict(part.headerlist).get("Content-Type")
                    yield field(part.name, part.filename, kind, part.raw)

            def with_werkzeug():
                from werkzeug.formparser import MultiPartParser
                from werkzeug.http import parse_options_header
                kind, options = parse_options_header(content_type)
                parser = MultiPartParser()
                form, files = parser.parse(io.BytesIO(body), options["boundary"].encode(), len(body))
                for name, value in form.items(multi=True):
                    yield field(name, None, None, value.encode())
                for name, file in files.items(multi=True):
                    yield field(name, file.filename, file.content_type, file.read())

            result = {}
            for name, parse in dict(email=with_email, multipart=with_multipart, werkzeug=with_werkzeug).items():
                try:
                    result[name] = list(parse())
                except ImportError:
                    assert name != "email"
            print(json.dumps(result))
            """
    }
#endif
