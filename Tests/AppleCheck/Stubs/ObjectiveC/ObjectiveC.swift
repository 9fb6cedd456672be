// The names are those of C.
// swift-format-ignore-file

import Foundation

// https://developer.apple.com/documentation/objectivec/objective-c_runtime

public enum objc_AssociationPolicy: UInt, Sendable {
    case OBJC_ASSOCIATION_ASSIGN
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC
    case OBJC_ASSOCIATION_COPY_NONATOMIC
    case OBJC_ASSOCIATION_RETAIN
    case OBJC_ASSOCIATION_COPY
}

private struct Key: Hashable {
    let object: ObjectIdentifier
    let key: UnsafeRawPointer
}

private struct Association {
    weak var object: AnyObject?
    let value: Any?
}

private let lock = NSRecursiveLock()
// SAFETY: accessed only inside `lock`.
nonisolated(unsafe) private var associations: [Key: Association] = [:]

@discardableResult
public func objc_sync_enter(_ object: Any) -> Int32 {
    lock.lock()
    return 0
}

@discardableResult
public func objc_sync_exit(_ object: Any) -> Int32 {
    lock.unlock()
    return 0
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    let object = object as AnyObject
    return lock.withLock {
        let association = associations[Key(object: ObjectIdentifier(object), key: key)]
        return association?.object === object ? association?.value : nil
    }
}

/// Unlike the real function, it does not release the value with the object, because releases cannot be observed here.
public func objc_setAssociatedObject(
    _ object: Any,
    _ key: UnsafeRawPointer,
    _ value: Any?,
    _ policy: objc_AssociationPolicy
) {
    let object = object as AnyObject
    lock.withLock {
        associations[Key(object: ObjectIdentifier(object), key: key)] = Association(object: object, value: value)
    }
}
