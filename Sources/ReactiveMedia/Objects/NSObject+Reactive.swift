#if canImport(ObjectiveC)
    extension NSObject: ReactiveExtensionsProvider {}

    extension Reactive where Base: NSObject {
        /// The lifetime of the object, which ends when the object is released.
        public var lifetime: Lifetime { .of(base) }

        /// Returns a target that sets a property of the object on the main actor.
        ///
        /// ```swift
        /// label.reactive[\.text] <~ model.title
        /// ```
        ///
        /// The target ends with the object, and does not keep it alive.
        ///
        /// - Parameter keyPath: The key path of the property.
        /// - Returns: The target.
        @MainActor
        public subscript<Value: Sendable>(
            keyPath: ReferenceWritableKeyPath<Base, Value>
        ) -> BindingTarget<Value> {
            target { $0[keyPath: keyPath] = $1 }
        }

        /// Returns a target that passes values and the object to a closure on the main actor.
        ///
        /// The target ends with the object, and does not keep it alive.
        ///
        /// - Parameter action: The closure that receives the object and each value.
        /// - Returns: The target.
        @MainActor public func target<Value: Sendable>(
            _ action: @escaping @MainActor (Base, Value) -> Void
        ) -> BindingTarget<Value> {
            .onMain(lifetime: lifetime) { [weak base] value in
                if let base { action(base, value) }
            }
        }
    }
#endif
