extension HTTP.ContentType {
    /// Creates the media type of files with a common extension, or `octetStream` for any other.
    ///
    /// ```swift
    /// HTTP.ContentType(fileExtension: "jpg")      // image/jpeg
    /// ```
    ///
    /// - Parameter fileExtension: The extension, compared case-insensitively.
    public init(fileExtension: String) {
        self.init(rawValue: Self.byFileExtension[fileExtension.lowercased()] ?? Self.octetStream.rawValue)
    }

    private static let byFileExtension: [String: String] = [
        "7z": "application/x-7z-compressed", "aac": "audio/aac", "avi": "video/x-msvideo", "avif": "image/avif",
        "bmp": "image/bmp", "bz2": "application/x-bzip2", "css": "text/css", "csv": "text/csv",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip",
        "heic": "image/heic", "heif": "image/heif", "htm": "text/html", "html": "text/html",
        "ico": "image/vnd.microsoft.icon", "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript", "json": "application/json", "jsonld": "application/ld+json", "m4a": "audio/mp4",
        "m4v": "video/x-m4v", "md": "text/markdown", "mid": "audio/midi", "mjs": "text/javascript",
        "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg",
        "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg", "opus": "audio/ogg", "otf": "font/otf",
        "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff",
        "tiff": "image/tiff", "ttf": "font/ttf", "txt": "text/plain", "vcf": "text/vcard", "wasm": "application/wasm",
        "wav": "audio/wav", "weba": "audio/webm", "webm": "video/webm", "webp": "image/webp", "woff": "font/woff",
        "woff2": "font/woff2", "xhtml": "application/xhtml+xml", "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
