extension ContiguousBytes {
    /// Writes all bytes to a file, at an offset, and blocks until the system has taken them.
    ///
    /// SAFETY: the pointer is used within the closure that receives it, and the rest starts within the buffer, because
    /// it is formed only while bytes are left.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the file.
    ///   - offset: The offset of the first byte.
    /// - Returns: The error number of the system, or 0.
    package func write(to descriptor: Int32, at offset: Int64) -> Int32 {
        withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
                if count > 0 {
                    written += count
                } else if count == 0 {
                    return EIO
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
