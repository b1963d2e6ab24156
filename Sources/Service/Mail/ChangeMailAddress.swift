public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Where a player gets mail (rule 1.17): their own, and nobody else sees it. Changing it needs a fresh proof, which is
/// asked for where sessions are judged.
public struct ChangeMailAddress: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Returns: nil: none was ever given.
    public func current(of player: PlayerNumber) async throws(MailAddressError) -> MailAddressRecord? {
        guard let mailing = accounts.mailing else { return nil }
        return try await MailAddressError.translating { () throws(StoreError) in
            try await mailing.directory.mailAddress(of: player)
        }
    }

    /// A link goes there that confirms it; until then nothing else changes.
    public func callAsFunction(
        to address: MailAddress, _ language: MailLanguage, of player: PlayerNumber
    ) async throws(MailAddressError) -> MailAddressRecord {
        guard let mailing = accounts.mailing, mailing.isOn else { throw .off }
        let now = accounts.clock.now()
        let change = try await MailAddressError.translating { () throws(StoreError) in
            try await mailing.directory.setMailAddress(address, language, of: player, at: now)
        }
        switch change {
        case .asked, .confirmed: break
        case .tooMany: throw .tooManyMails(retryAfter: MailLimits.window)
        case .noAccount: throw .guest
        }
        accounts.outbox?.signal()
        return try await current(of: player)
            ?? MailAddressRecord(confirmed: nil, pending: address, language: language)
    }

    /// None is fine, too.
    public func remove(of player: PlayerNumber) async throws(MailAddressError) {
        guard let mailing = accounts.mailing else { return }
        let wasThere = try await MailAddressError.translating { () throws(StoreError) in
            try await mailing.directory.removeMailAddress(of: player, at: accounts.clock.now())
        }
        if wasThere { accounts.outbox?.signal() }
    }
}

public enum MailAddressError: Error, StoreFailure, Hashable, Sendable {
    /// This server sends no mail.
    case off
    /// Without a password there is nothing to reset.
    case guest
    /// To this address, or asked for by this player.
    case tooManyMails(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}

/// Makes an address its player's, by the link that went there.
public struct ConfirmMailAddress: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter token: as the link has it.
    public func callAsFunction(
        token: String, address: ClientAddress
    ) async throws(MailLinkError) -> PlayerNumber {
        guard let mailing = accounts.mailing else { throw .unknownLink }
        let reservation = try accounts.reserveMailGuess(from: address)
        let confirmation = try await MailLinkError.translating { () throws(StoreError) in
            try await mailing.directory.confirmMailAddress(accounts.digest(token), at: accounts.clock.now())
        }
        switch confirmation {
        case .unknownLink:
            await accounts.noteWrong(reservation)
            throw .unknownLink
        case .taken:
            accounts.guesses.giveBack(reservation)
            throw .addressTaken
        case .confirmed(let player):
            accounts.guesses.giveBack(reservation)
            accounts.outbox?.signal()
            return player
        }
    }
}

public enum MailLinkError: Error, NewPasswordFailure, Hashable, Sendable {
    /// Or used, or too old.
    case unknownLink
    /// As many players as may have the address have it. Who has the link reads the address's mail.
    case addressTaken
    case password(Password.Invalid)
    /// The password was stolen elsewhere.
    case breachedPassword
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case busy
    case unavailable
    case broken(reason: String)
}

extension Accounts {
    /// Counts a guess at a link that came by mail.
    func reserveMailGuess(from address: ClientAddress) throws(MailLinkError) -> AttemptLimiter.Reservation {
        do throws(TooManyAttempts) {
            return try guesses.reserve(limits.guess(from: address), at: elapsed)
        } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
    }
}
