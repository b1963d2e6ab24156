public import LaurelDomain
import Synchronization

/// Challenge definitions of games as they are now, in memory. The store is written first and this second.
public final class ChallengeDefinitionCatalogue: Sendable {
    private let definitions = Mutex<[AppNumber: [ChallengeDefinition]]>([:])

    private let images: ImageCatalogue

    /// - Parameter images: those of definitions that go, go too.
    init(_ images: ImageCatalogue) { self.images = images }

    /// In order of creation, as their developer wrote them.
    public func definitions(of app: AppNumber) -> [ChallengeDefinition] {
        definitions.withLock { $0[app, default: []] }
    }

    /// O(definitions of the app).
    public func definition(_ id: ChallengeDefinitionID, of app: AppNumber) -> ChallengeDefinition? {
        definitions.withLock { definitions in definitions[app]?.first { $0.id == id } }
    }

    package func put(_ definition: ChallengeDefinition, of app: AppNumber) {
        definitions.withLock { definitions in
            var list = definitions[app, default: []]
            if let index = list.firstIndex(where: { $0.id == definition.id }) {
                list[index] = definition
            } else {
                list.append(definition)
            }
            definitions[app] = list
        }
        images.keep(definition.localizations.map(\.language), .challengeDefinition, definition.id.text, of: app)
    }

    package func remove(_ id: ChallengeDefinitionID, of app: AppNumber) {
        definitions.withLock { $0[app]?.removeAll { $0.id == id } }
        images.keep([], .challengeDefinition, id.text, of: app)
    }
}

extension Catalogue {
    /// The challenge definitions that players see, in order of creation: those whose leaderboard takes scores.
    public func shownChallengeDefinitions(of app: App, in environment: Environment) -> [ChallengeDefinition] {
        challengeDefinitions.definitions(of: app.number).filter { definition in
            guard !definition.isArchived, app.shows(definition.isReleased, in: environment),
                let board = leaderboard(definition.leaderboard, of: app.number)
            else { return false }
            return !board.isArchived && board.kind.parts.isEmpty && app.shows(board.isReleased, in: environment)
        }
    }
}
