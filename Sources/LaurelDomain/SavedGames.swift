/// What lies on one shelf, and what a save does to it (rule 9.1).
///
/// Each save says which versions it is based on; those it replaces. A version of the same name that it is not based
/// on was saved by somebody who had not seen it: both stay, and that is a conflict, until a save is based on both.
public struct SavedGames: Hashable, Sendable {
    public let versions: [SavedGame]
    /// What the player has saved anywhere, this shelf included.
    public let playerBytes: Int

    public init(_ versions: [SavedGame], playerBytes: Int) {
        self.versions = versions
        self.playerBytes = playerBytes
    }

    public enum Outcome: Hashable, Sendable {
        /// It is there already, as it was sent.
        case isThere
        /// To be written in place of these.
        case replaces([SavedGame])
    }

    public enum Refusal: Error, Hashable, Sendable {
        /// Another save was sent under this id.
        case idReused
        case tooMany(limit: Int)
        /// The player's bytes in all would be more than the limit.
        case tooManyBytes(limit: Int, left: Int)
    }

    /// - Parameters:
    ///   - new: within the limit of one version.
    ///   - basedOn: the versions that the saving device has seen; those that are gone already do not matter. Nil: it
    ///     does not say, so what this device itself saved under the name.
    public func outcome(
        of new: SavedGame, basedOn: Set<SavedGameID>?, limits: SavedGameLimits
    ) throws(Refusal) -> Outcome {
        if let known = versions.first(where: { $0.id == new.id }) {
            guard known.name == new.name, known.digest == new.digest else { throw .idReused }
            return .isThere
        }
        let replaced = versions.filter { old in
            old.name == new.name && (basedOn?.contains(old.id) ?? (old.device == new.device))
        }
        guard versions.count - replaced.count < limits.count else { throw .tooMany(limit: limits.count) }
        let kept = playerBytes - replaced.reduce(0) { $0 + $1.byteCount }
        guard kept <= limits.playerBytes - new.byteCount else {
            throw .tooManyBytes(limit: limits.playerBytes, left: max(0, limits.playerBytes - kept))
        }
        return .replaces(replaced)
    }

    public func versions(of name: SavedGameName) -> [SavedGame] { versions.filter { $0.name == name } }
}

extension Sequence<SavedGame> {
    /// By name; versions of one name with the latest first.
    public func inOrder() -> [SavedGame] {
        sorted { left, right in
            if left.name != right.name { return left.name.text < right.name.text }
            if left.modified != right.modified { return left.modified > right.modified }
            return left.id.text < right.id.text
        }
    }
}
