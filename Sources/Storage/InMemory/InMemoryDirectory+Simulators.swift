public import LaurelDomain

extension InMemoryDirectory {
    public func simulators() async throws(StoreError) -> [SimulatorRecord] { simulatorRecords }

    public func putSimulator(_ simulator: NewSimulator, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        guard storedApps.contains(where: { $0.number == simulator.app }) else { return false }
        blobs.retain(simulator.file)
        letGo(of: simulator.name, simulator.app)
        simulatorRecords.append(simulator.record)
        if let entry { audit.append(entry) }
        return true
    }

    public func removeSimulator(
        _ name: SimulatorName, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        guard letGo(of: name, app) else { return false }
        if let entry { audit.append(entry) }
        return true
    }

    @discardableResult private func letGo(of name: SimulatorName, _ app: AppNumber) -> Bool {
        guard let index = simulatorRecords.firstIndex(where: { $0.module.app == app && $0.module.name == name })
        else { return false }
        blobs.release(simulatorRecords.remove(at: index).digest)
        return true
    }
}
