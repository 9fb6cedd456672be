@_exported import Foundation
@_exported import ImageIO

// https://developer.apple.com/documentation/appkit/nsimage

public final class NSImage: NSObject, Sendable {
    public let size: NSSize

    public init(cgImage: CGImage, size: NSSize) {
        self.size = size
        super.init()
    }
}

// https://developer.apple.com/documentation/appkit/nsview

@MainActor
open class NSView: NSObject {
    public override init() { super.init() }
}

// https://developer.apple.com/documentation/appkit/nscontrol

@MainActor
open class NSControl: NSView {
    public nonisolated class var textDidChangeNotification: Notification.Name {
        Notification.Name("NSControlTextDidChangeNotification")
    }

    open var stringValue = ""
}

// https://developer.apple.com/documentation/appkit/nstextfield

@MainActor
open class NSTextField: NSControl {}

// https://developer.apple.com/documentation/appkit/nsimageview

@MainActor
open class NSImageView: NSControl {
    open var image: NSImage?
}

// https://developer.apple.com/documentation/appkit/nsprogressindicator

@MainActor
open class NSProgressIndicator: NSView {
    /// A Boolean value of this stub.
    public private(set) var isRunning = false

    open func startAnimation(_ sender: Any?) { isRunning = true }

    open func stopAnimation(_ sender: Any?) { isRunning = false }
}
