public import LaurelDomain
public import LaurelWire

// Saved games (rule 9.1).
extension Client {
    /// - Returns: by name; versions of one name with the latest first.
    public func savedGames(of game: BundleID) async throws(ClientError) -> [SavedGameAnswer] {
        try await ask(.savedGames(.list(game, nil)), as: SavedGameAnswer.listShape)
    }

    /// Saves under an id of its own: sent again, it is stored once.
    ///
    /// - Returns: all versions that the name has now; more than one are a conflict.
    public func save(
        _ data: [UInt8], as id: SavedGameID, _ query: SaveQuery, in game: BundleID
    ) async throws(ClientError) -> [SavedGameAnswer] {
        let response = try await exchange(
            .savedGames(.save(game, id, query, nil)), data, contentType: "application/octet-stream")
        return try read(response, as: SavedGameAnswer.listShape)
    }

    /// - Parameter digest: of the version that is meant: bytes with another one are not handed on.
    public func savedGame(
        _ id: SavedGameID, digest: String, in game: BundleID
    ) async throws(ClientError) -> [UInt8] {
        let response = try await exchange(.savedGames(.load(game, id, nil)), bytesLimit: ClientLimits.blobBytes)
        guard SHA256.digest(response.body).hexadecimal == digest else {
            throw .unreadable(
                UnreadableAnswer(reason: "The saved game doesn't match what was saved.", status: 200))
        }
        return response.body
    }

    /// All versions of the name.
    public func deleteSavedGames(
        named name: SavedGameName, in game: BundleID
    ) async throws(ClientError) {
        try await tell(.savedGames(.delete(game, name, nil)))
    }
}
