/// An error of a system call.
package struct SystemError: Error, Hashable, Sendable {
    /// The name of the call.
    package let call: String
    /// The error number.
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Returns the result of a call, which is repeated as long as a signal interrupts it.
    ///
    /// - Throws: The error number of the thread if the result is negative.
    @discardableResult
    package static func check<Result: SignedInteger>(
        _ call: String,
        _ body: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = body()
            guard result < 0 else { return result }
            guard errno == EINTR else { throw SystemError(call: call, code: errno) }
        }
    }

    /// The error that Foundation throws for a file that cannot be read.
    package var readError: CocoaError {
        switch code {
        case ENOENT: CocoaError(.fileReadNoSuchFile)
        case EACCES, EPERM: CocoaError(.fileReadNoPermission)
        default: CocoaError(.fileReadUnknown)
        }
    }
}
