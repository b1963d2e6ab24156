public import LaurelDomain

/// The simulators that developers have uploaded. Every engine must pass `SimulatorContract`.
public protocol SimulatorDirectory: Sendable {
    /// All of them, in no order.
    func simulators() async throws(StoreError) -> [SimulatorRecord]
    /// Puts a module in place of the one that had the name, with the entry in the audit log.
    /// - Returns: false, with nothing written, when there is no such app.
    func putSimulator(_ simulator: NewSimulator, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool
    /// - Returns: whether there was one; the entry is written only then.
    func removeSimulator(
        _ name: SimulatorName, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
}

/// An uploaded simulator without its bytes.
public struct SimulatorRecord: Hashable, Sendable {
    public let module: SimulatorModule
    public let digest: BlobDigest

    public init(module: SimulatorModule, digest: BlobDigest) {
        self.module = module
        self.digest = digest
    }
}

/// A simulator to be put in place.
public struct NewSimulator: Sendable {
    public let app: AppNumber
    public let name: SimulatorName
    public let file: Blob
    public let uploaded: Timestamp

    public init(app: AppNumber, name: SimulatorName, file: Blob, uploaded: Timestamp) {
        self.app = app
        self.name = name
        self.file = file
        self.uploaded = uploaded
    }

    public var record: SimulatorRecord {
        SimulatorRecord(
            module: SimulatorModule(app: app, name: name, size: file.bytes.count, uploaded: uploaded),
            digest: file.digest)
    }
}
