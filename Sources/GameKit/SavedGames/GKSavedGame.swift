import LaurelClient
import LaurelDomain
import LaurelWire

/// A version of a saved game, as of when it was loaded. Several with one name are a conflict.
// SAFETY: immutable.
open class GKSavedGame: NSObject, NSCopying, @unchecked Sendable {
    let record: SavedGameAnswer
    /// Whose it is: two players of one device never mix.
    let playerID: String
    let center: Laurel

    init(_ record: SavedGameAnswer, of playerID: String, in center: Laurel) {
        self.record = record
        self.playerID = playerID
        self.center = center
    }

    open var name: String? { record.name }
    /// The name of the device that saved it.
    open var deviceName: String? { record.deviceName.isEmpty ? nil : record.deviceName }
    open var modificationDate: Date? { Date(record.modified) }

    @preconcurrency open func loadData(completionHandler handler: (@Sendable (Data?, (any Error)?) -> Void)? = nil) {
        center.answer(handler) { (center) throws(GKError) in try await center.data(of: self.record) }
    }

    open func loadData() async throws -> Data { try await center.data(of: record) }

    /// Returns itself: the object never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects for the same version are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? GKSavedGame)?.record.id == record.id }
    open override var hash: Int { record.id.hashValue }

    open override var description: String {
        "<\(type(of: self)) name: \(record.name), deviceName: \(record.deviceName), "
            + "modified: \(record.modified.rfc3339)>"
    }
}
