public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Uploads an app's simulators and takes them away, at once (rule 3.4).
public struct SetSimulator: Sendable {
    private let apps: Apps
    private let digest: ContentDigest

    /// - Parameter digest: what files are known by.
    public init(_ apps: Apps, _ digest: ContentDigest) {
        self.apps = apps
        self.digest = digest
    }

    /// - Parameter bytes: a module of WebAssembly. The same again changes nothing.
    public func callAsFunction(
        _ bytes: [UInt8], as name: SimulatorName, of bundleID: BundleID, by administrator: Administrator
    ) async throws(SimulatorError) -> SimulatorModule {
        let app = try find(bundleID)
        guard !apps.simulators.isBuiltIn(name) else { throw .builtIn(name) }
        guard bytes.count <= SimulatorModule.bytesLimit else { throw .tooLarge(limit: SimulatorModule.bytesLimit) }
        let file = blob(bytes)
        if let old = same(file, name, app) { return old }
        try checkCount(name, app)
        switch await apps.simulators.compile(bytes) {
        case .success: break
        case .failure(.invalid(let sentence)): throw .invalid(sentence)
        case .failure(.busy): throw .busy
        case .failure(.broken(let reason)): throw .notRunnable(reason: reason)
        }
        return try await apps.simulatorGate.run { () throws(SimulatorError) in
            if let old = same(file, name, app) { return old }
            try checkCount(name, app)
            let now = apps.clock.now()
            let new = NewSimulator(app: app.number, name: name, file: file, uploaded: now)
            let entry = administrator.entry(
                .simulatorSet, team: app.team, app: app.number, subject: name.text,
                changes: "module \(file.digest.text)", at: now)
            let isThere = try await SimulatorError.translating { () throws(StoreError) in
                try await apps.directory.putSimulator(new, entry)
            }
            guard isThere else { throw .unknownApp(bundleID) }
            apps.catalogue.simulators.put(new.record)
            return new.record.module
        }
    }

    /// - Throws: ``SimulatorError/inUse(_:)`` while a leaderboard checks its scores with it.
    public func remove(
        _ name: SimulatorName, of bundleID: BundleID, by administrator: Administrator
    ) async throws(SimulatorError) {
        let app = try find(bundleID)
        try await apps.simulatorGate.run { () throws(SimulatorError) in
            guard apps.catalogue.simulators.record(name, of: app.number) != nil else { throw .unknown(name) }
            let user = apps.catalogue.leaderboards(of: app.number).first {
                $0.app == app.number && $0.replays?.simulator == name
            }
            if let user { throw .inUse(user.id) }
            let entry = administrator.entry(
                .simulatorRemove, team: app.team, app: app.number, subject: name.text, at: apps.clock.now())
            _ = try await SimulatorError.translating { () throws(StoreError) in
                try await apps.directory.removeSimulator(name, of: app.number, entry)
            }
            apps.catalogue.simulators.remove(name, of: app.number)
        }
    }

    /// The file as it was uploaded.
    public func read(_ name: SimulatorName, of bundleID: BundleID) async throws(SimulatorError) -> [UInt8] {
        let app = try find(bundleID)
        guard let record = apps.catalogue.simulators.record(name, of: app.number) else { throw .unknown(name) }
        let bytes = try await SimulatorError.translating { () throws(StoreError) in
            try await apps.directory.blob(record.digest)
        }
        guard let bytes else { throw .unknown(name) }
        return bytes
    }

    // MARK: Parts

    private func find(_ bundleID: BundleID) throws(SimulatorError) -> App {
        guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
        return app
    }

    private func same(_ file: Blob, _ name: SimulatorName, _ app: App) -> SimulatorModule? {
        let old = apps.catalogue.simulators.record(name, of: app.number)
        return old?.digest == file.digest ? old?.module : nil
    }

    private func checkCount(_ name: SimulatorName, _ app: App) throws(SimulatorError) {
        let names = apps.catalogue.simulators.all(of: app.number).map(\.name)
        guard names.contains(name) || names.count < SimulatorModule.countLimit else {
            throw .tooMany(limit: SimulatorModule.countLimit)
        }
    }

    private func blob(_ bytes: [UInt8]) -> Blob {
        guard let digest = BlobDigest(digest.digest(bytes)) else {
            preconditionFailure("The composition root gave a digest that is not of 32 bytes")
        }
        return Blob(digest: digest, bytes: bytes)
    }
}

public enum SimulatorError: Error, StoreFailure, Hashable, Sendable {
    case unknownApp(BundleID)
    case unknown(SimulatorName)
    /// A game that comes with the server has this name.
    case builtIn(SimulatorName)
    case tooMany(limit: Int)
    case tooLarge(limit: Int)
    /// Why it is no simulator.
    case invalid(String)
    /// This leaderboard checks its scores with it.
    case inUse(LeaderboardID)
    case busy
    /// This server cannot run any; why, for the operator.
    case notRunnable(reason: String)
    case unavailable
    case broken(reason: String)
}
