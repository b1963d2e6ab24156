import LaurelDomain
import LaurelWire
import LaurelService

extension Alias {
    /// One that somebody wants to have.
    init(wire text: String) throws(Problem) {
        do throws(Alias.Invalid) { self = try Alias(text) } catch { throw Problem(from: error) }
    }

    /// One that names somebody who is there.
    init(knownOnWire text: String) throws(Problem) {
        do throws(Alias.Invalid) { self = try Alias(known: text) } catch { throw Problem(from: error) }
    }
}

extension Password {
    init(wire text: String, alias: String, field: String) throws(Problem) {
        do throws(Password.Invalid) { self = try Password(text, alias: alias) } catch {
            throw Problem.password(error, field: field)
        }
    }
}

extension Problem {
    static func password(_ error: Password.Invalid, field: String) -> Problem {
        switch error {
        case .tooShort, .tooLong:
            Problem(
                .invalidParameter, "\(field) must have 8 to 128 characters.", field: field,
                reason: error == .tooShort ? .tooShort : .tooLong)
        case .common:
            Problem(.invalidParameter, "\(field) is too easy to guess.", field: field, reason: .common)
        }
    }

    static func breachedPassword(field: String) -> Problem {
        Problem(
            .invalidParameter, "\(field) is in a list of passwords that were stolen elsewhere. Choose another.",
            field: field, reason: .breached)
    }
}

extension Accounts {
    /// By alias; nil: nobody has it.
    func player(_ alias: Alias) async throws(Problem) -> Player? {
        do throws(LoadPlayersError) { return try await LoadPlayers(self)(alias: alias) } catch {
            throw Problem(from: error)
        }
    }
}
