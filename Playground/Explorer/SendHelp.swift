/// The help of the command, and its version.
enum SendHelp {
    static let version = "Playground of ReactiveNetworking, unreleased"

    /// Where a line that complains leads.
    static let hint = "Help: swift run Playground send --help"

    static let text = """
        usage: Playground                        the lessons
               Playground send <url> [options]   one request; without a scheme the URL is one of http

        The body goes to the standard output, everything else to the standard error. On a terminal JSON is laid out in
        colours (unless NO_COLOR is set), control characters are escaped, and a binary body is refused; a pipe or a
        file gets every byte as it came.

        request:
          --method, -X <name>         GET by default, POST with a body
          --header, -H <name: value>  may be given several times
          --query <name=value>        a parameter of the URL, escaped for you; may be given several times
          --json <text>               a JSON body; @path takes it from a file, - from the standard input
          --form <name=value>         a field of a form; may be given several times
          --part <name=value>         a part of a multipart form; may be given several times, name=@path sends a file
          --user, -u <name:password>  basic authorization
          --bearer <token>            a bearer token

        connection:
          --no-follow                 a redirect is the response
          --retries <count>           attempts after the first; 10 by default
          --abort-after <seconds>     the budget for everything; by default 10 until the response, and none for its body
          --insecure, -k              accepts any certificate that names the URL's host: for development
          --cacert <file>             trusts the authorities in a PEM file in place of the system's
          --proxy <url>               asks a proxy, such as http://user:password@proxy.internal:3128
          --http1                     speaks HTTP/1.1 only

        output:
          -o <file>                   downloads into a new file; if it breaks off, the same command goes on with it
          --quiet, -q                 says nothing but what goes wrong
          --verbose, -v               the request's headers, and every step as it happens
          --timing                    how long each phase of the transfer took
          --curl                      prints the request as a curl command, and sends nothing; --reveal with its secrets
          --har <file>                writes an HTTP archive for the tools of a browser: no secrets, 16 MiB of each body
          --help, -h    --version

        exit codes: 0 ok, 1 the operation failed, 2 usage, 130 interrupted with Ctrl-C
        """
}
