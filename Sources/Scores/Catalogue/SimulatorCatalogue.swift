public import LaurelDomain
public import LaurelStorage
import Synchronization

/// Which simulators apps have brought, in memory.
public final class SimulatorCatalogue: Sendable {
    private let state = Mutex<[AppNumber: [SimulatorName: SimulatorRecord]]>([:])

    public init() {}

    public func record(_ name: SimulatorName, of app: AppNumber) -> SimulatorRecord? {
        state.withLock { $0[app]?[name] }
    }

    /// In order of name.
    public func all(of app: AppNumber) -> [SimulatorModule] {
        state.withLock { $0[app, default: [:]].values.map(\.module) }.sorted { $0.name.text < $1.name.text }
    }

    package func put(_ record: SimulatorRecord) {
        state.withLock { $0[record.module.app, default: [:]][record.module.name] = record }
    }

    package func remove(_ name: SimulatorName, of app: AppNumber) { state.withLock { $0[app]?[name] = nil } }

    /// At the start.
    public func load(from directory: any SimulatorDirectory) async throws(StoreError) {
        for record in try await directory.simulators() { put(record) }
    }
}
