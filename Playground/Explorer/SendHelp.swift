/// The help and the version of the command.
enum SendHelp {
    static let version = "Playground of ReactiveNetworking, unreleased"

    /// The line that follows an error message.
    static let hint = "Help: swift run Playground send --help"

    static let text = """
        usage: Playground                        runs the lessons
               Playground send <url> [options]   sends one request; the scheme defaults to http
               Playground events <url> [options] shows the server-sent events of a stream, one a line, and connects
                                                 again when it breaks; options of the request and the connection
               Playground ws <url> [options]     opens a WebSocket: messages become lines, and lines of standard input
                                                 messages; options of the request and the connection

        The body goes to standard output, everything else to standard error. On a terminal, JSON is formatted and
        colored (unless NO_COLOR is set), control characters are escaped, and binary bodies are refused; a pipe or a
        file receives the bytes unchanged.

        request:
          --method, -X <name>         the method; GET by default, POST with a body
          --header, -H <name: value>  a header; repeatable
          --query <name=value>        a URL parameter, percent-encoded for you; repeatable
          --json <text>               a JSON body; @path reads it from a file, - from standard input
          --form <name=value>         a form field; repeatable
          --part <name=value>         a part of a multipart form; repeatable, name=@path sends a file
          --user, -u <name:password>  basic authorization
          --bearer <token>            a bearer token

        connection:
          --no-follow                 treats a redirect as the response
          --retries <count>           the number of retries; 10 by default
          --abort-after <seconds>     the deadline for everything; by default 10 until the response, none for its body
          --insecure, -k              accepts any certificate that names the URL's host; for development only
          --cacert <file>             trusts the authorities in a PEM file instead of the system's
          --proxy <url>               uses a proxy, such as http://user:password@proxy.internal:3128
          --http1                     uses HTTP/1.1 only
          --cache <directory>         keeps responses in a directory, and answers by them (RFC 9111)

        output:
          -o <file>                   downloads to a new file; the same command resumes an interrupted download
          --quiet, -q                 prints nothing but the body and errors
          --verbose, -v               prints the request's headers, and every step as it happens
          --timing                    prints the duration of each phase
          --curl                      prints the request as a curl command and sends nothing; --reveal shows secrets
          --har <file>                writes an HTTP archive for browser tools: no secrets, 16 MiB of each body
          --help, -h    --version

        exit codes: 0 success, 1 the operation failed, 2 usage, 130 interrupted with Ctrl-C
        """
}
