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

extension Accounts {
    /// By alias; nil: nobody has it.
    func player(_ alias: Alias) async throws(Problem) -> Player? {
        do throws(LoadPlayersError) { return try await LoadPlayers(self)(alias: alias) } catch {
            throw Problem(from: error)
        }
    }
}
