import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// A guest becomes part of the caller's account (rule 1.13). Games may ask for it: both are signed in on their device.
extension PlayerFeature {
    func previewMerge(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let (session, secret) = try merging(request, caller)
        let languages = request.languages()
        return replies.later(request) { () async throws(MergeGuestError) in
            let (guest, rows) = try await data.previewMerge(secret, in: session)
            return answers.json(
                .ok,
                MergePreviewAnswer(
                    displayName: guest.displayName, scores: rows.map { MergedScoreAnswer($0, languages) }))
        }
    }

    func mergeGuest(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let (session, secret) = try merging(request, caller)
        return log.later(request, as: .guestMerge, of: .player(session.player)) { () async throws(Problem) in
            do throws(MergeGuestError) {
                let receipt = try await data.merge(secret, in: session)
                return answers.json(
                    .ok,
                    MergedGuestAnswer(
                        receipt: receipt.id, requested: receipt.requested, isFinished: receipt.isFinished))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func merging(_ request: Request, _ caller: Caller) throws(Problem) -> (Session, GuestSecret) {
        let session = try caller.signedIn()
        guard let secret = try GuestMergeBody(of: request).secret else {
            throw Problem(.invalidParameter, field: "secret")
        }
        return (session, secret)
    }
}

extension PlayerData {
    func previewMerge(
        _ secret: GuestSecret, in session: Session
    ) async throws(MergeGuestError) -> (guest: Player, rows: [MergePreview]) {
        try await PreviewMerge(accounts, keeper)(secret, in: session)
    }

    func merge(_ secret: GuestSecret, in session: Session) async throws(MergeGuestError) -> MergeReceipt {
        let finish = FinishMerges(
            accounts, friends, challenges, erasures: FinishErasures(accounts, challenges, teams))
        return try await MergeGuest(accounts, finish: finish)(secret, in: session)
    }
}

extension MergedScoreAnswer {
    init(_ row: MergePreview, _ languages: [LanguageTag]) {
        let formatter = ScoreFormatter(row.leaderboard, of: row.app, for: languages)
        self.init(
            bundleID: row.app.bundleID, game: row.app.localization(for: languages).name, environment: row.environment,
            leaderboard: row.leaderboard.id,
            title: row.leaderboard.localization(for: languages, default: row.app.defaultLanguage).name,
            guestValue: row.guest, guestFormatted: formatter.string(row.guest), accountValue: row.account,
            accountFormatted: row.account.map { formatter.string($0) })
    }
}
