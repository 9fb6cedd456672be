#if canImport(SwiftUI)
    import SwiftUI

    extension MutableProperty {
        /// A SwiftUI binding to the property.
        ///
        /// A view is not updated by changes of the property alone: read the value through an ``Observed`` object, too.
        ///
        /// ```swift
        /// @State private var name = Observed(model.name)
        /// // in the body:
        /// TextField(name.value, text: model.name.binding)
        /// ```
        @MainActor public var binding: Binding<Value> {
            Binding {
                self.value
            } set: { new in
                self.value = new
            }
        }
    }
#endif
