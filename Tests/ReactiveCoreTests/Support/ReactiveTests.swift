import ReactiveCore
import Testing

private struct Thermometer: ReactiveExtensionsProvider {
    let degrees = MutableProperty(20)
}

extension Reactive<Thermometer> {
    fileprivate var degrees: BindingTarget<Int> { base.degrees.bindingTarget }
    fileprivate static var scale: Property<Int> { Property(value: 100) }
}

struct ReactiveTests {
    @Test func reactiveExtensionsApplyToInstancesAndTypes() {
        let thermometer = Thermometer()
        thermometer.reactive.degrees <~ SignalProducer(value: 30)
        #expect(thermometer.degrees.value == 30)
        #expect(Thermometer.reactive.scale.value == 100)
    }
}
