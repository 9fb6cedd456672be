#if canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// Shows an activity indicator over this view while operations run.
        ///
        /// ```swift
        /// TodoList().activityIndicator(network.activity)
        /// ```
        ///
        /// The indicator follows `ActivityCounter.isActive`, so that short operations do not make it flicker.
        ///
        /// - Parameter activity: The counter of the operations.
        /// - Returns: A view with the indicator.
        @MainActor public func activityIndicator(_ activity: ActivityCounter) -> some View {
            modifier(ActivityModifier(activity))
        }
    }

    private struct ActivityModifier: ViewModifier {
        @State private var isActive: Observed<Bool>

        init(_ activity: ActivityCounter) {
            _isActive = State(initialValue: Observed(activity.isActive))
        }

        func body(content: Content) -> some View {
            content.overlay {
                if isActive.value { ProgressView() }
            }
        }
    }
#endif
