public import LaurelDomain
import LaurelScores
public import LaurelStorage

/// A new password by a link that comes by mail (rules 1.9 and 1.17).
public struct AskForReset: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// Returns at once, and says the same whether a player has the address or not: nobody has looked by then.
    public func callAsFunction(_ mail: MailAddress, from address: ClientAddress) throws(MailLinkError) {
        guard let mailing = accounts.mailing, mailing.isOn else { throw .unknownLink }
        // Counted and never given back, since nobody knows here whether it was a guess.
        _ = try accounts.reserveMailGuess(from: address)
        mailing.resets.add(mail)
    }
}

/// Queues the mails that were asked for, one after the other. To be run once, for as long as the server answers.
public struct QueueResets: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// Until it is cancelled.
    /// - Parameter failed: hears why a mail was not queued; the player asks again.
    public func run(failed: @Sendable (StoreError) -> Void) async {
        guard let mailing = accounts.mailing else { return }
        for await address in mailing.resets.addresses {
            do throws(StoreError) {
                let count = try await mailing.directory.askForReset(address, at: accounts.clock.now())
                if count > 0 { accounts.outbox?.signal() }
            } catch {
                failed(error)
            }
        }
    }
}

/// Sets the password by the link. It signs nobody in, so the second factor is asked for as ever; all sessions end.
public struct ResetByMail: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameters:
    ///   - token: as the link has it.
    ///   - newPassword: as typed.
    /// - Returns: whose password it is now.
    public func callAsFunction(
        token: String, newPassword typed: String, address: ClientAddress
    ) async throws(MailLinkError) -> PlayerNumber {
        guard let mailing = accounts.mailing else { throw .unknownLink }
        let reservation = try accounts.reserveMailGuess(from: address)
        let link = accounts.digest(token)
        let player = try await MailLinkError.translating { () throws(StoreError) -> Player? in
            guard
                let number = try await mailing.directory.player(resetLink: link, at: accounts.clock.now())
            else { return nil }
            return try await accounts.directory.player(number)
        }
        guard let player else {
            await accounts.noteWrong(reservation)
            throw .unknownLink
        }
        accounts.guesses.giveBack(reservation)
        let password: Password
        do throws(Password.Invalid) { password = try Password(typed, alias: player.alias.text) } catch {
            throw .password(error)
        }
        let hash: String
        do { hash = try await accounts.hash(new: password) } catch { throw MailLinkError(error) }
        let reset = try await MailLinkError.translating { () throws(StoreError) in
            try await mailing.directory.resetPassword(byLink: link, passwordHash: hash, at: accounts.clock.now())
        }
        guard let reset else { throw .unknownLink }
        accounts.sessions.end(of: reset)
        accounts.outbox?.signal()
        return reset
    }
}
