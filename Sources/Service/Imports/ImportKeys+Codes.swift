import LaurelDomain
import LaurelStorage

// Nil where there are no keys.
extension ImportKeys {
    func digest(_ player: ForeignPlayerID, of app: AppNumber) -> SecretDigest? {
        SecretDigest(code("player", "\(app.rawValue)", player.text))
    }

    func claim(_ player: SecretDigest, _ generation: Int64, of app: AppNumber) -> GuestSecret? {
        let text = Base64URL.text(code("claim", "\(app.rawValue)", Base64URL.text(player.bytes), "\(generation)"))
        do throws(InvalidIdentifier) { return try GuestSecret(text) } catch { return nil }
    }

    /// The same content is the same score.
    func scoreID(of row: ImportedRow, in app: AppNumber) -> ScoreID? {
        let bytes = code(
            "score", "\(app.rawValue)", row.leaderboard.text, row.player.text, "\(row.value)",
            "\(row.date.milliseconds)", "\(row.context)")
        guard !bytes.isEmpty else { return nil }
        do throws(InvalidIdentifier) { return try ScoreID("import." + Base64URL.text(Array(bytes.prefix(18)))) } catch {
            return nil
        }
    }
}
