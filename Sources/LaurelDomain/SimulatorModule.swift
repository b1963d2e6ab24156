/// A simulator that a developer has uploaded for an app: WebAssembly that plays the app's runs again.
public struct SimulatorModule: Hashable, Sendable {
    /// Of the file.
    public static let bytesLimit = 1_048_576
    /// Of one app: a game, its modes, and the versions of it that are still played.
    public static let countLimit = 16

    public let app: AppNumber
    public let name: SimulatorName
    /// Of the file, in bytes.
    public let size: Int
    public let uploaded: Timestamp

    public init(app: AppNumber, name: SimulatorName, size: Int, uploaded: Timestamp) {
        self.app = app
        self.name = name
        self.size = size
        self.uploaded = uploaded
    }
}
