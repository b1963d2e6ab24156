import LaurelDomain
import LaurelScores
import LaurelStorage

/// Proves that a session is in its player's hands.
public struct GiveProof: Sendable {
    /// What they know, or what they have.
    public enum Secret: Sendable {
        /// A guest has none: their device's secret stands here.
        case password(String)
        /// Of the second factor, or one of its recovery codes, which is spent.
        case code(String)
    }

    private let accounts: Accounts
    private let twoFactor: TwoFactor

    public init(_ accounts: Accounts, _ twoFactor: TwoFactor) {
        self.accounts = accounts
        self.twoFactor = twoFactor
    }

    public func callAsFunction(_ secret: Secret, in session: Session) async throws(TwoFactorError) {
        switch secret {
        case .password(let text) where accounts.profiles.isGuest(session.player):
            let isRight = try await TwoFactorError.translating { () throws(StoreError) in
                try await accounts.isSecret(text, ofGuest: session.player)
            }
            guard isRight else { throw .wrongPassword }
        case .password(let text): _ = try await twoFactor.prove(text, session, accounts)
        case .code(let code):
            let record = try await TwoFactorError.translating { () throws(StoreError) in
                try await twoFactor.directory.twoFactor(of: session.player)
            }
            guard let record, record.isConfirmed else { throw .notSetUp }
            try await twoFactor.spend(code, record, session.player, accounts)
        }
        accounts.noteProof(session)
    }
}
