import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

extension ReportEvidence {
    /// The messages that players send: with a challenge, by its id, with a request for friendship, and in matches.
    public init(_ challenges: Challenges, _ friends: Friends, _ matches: Matches) {
        self.init()
        let ids = challenges.ids
        takenDown = { subject, app in
            if let words = ReportedWords(subject: subject) { return matches.takenDown(words, in: app) }
            return subject == Report.friendRequestID
                ? .requestMessages : ids.challenge(subject).map { .challengeMessage($0) }
        }
        message = { (id, game, author, reader) throws(StoreError) in
            if let game { return try await matches.reported(id, in: game, by: author, to: reader) }
            let text: String?
            var app: AppNumber?
            if id == Report.friendRequestID {
                text = try await friends.directory.friendRequests(of: reader).received.first { $0.player == author }?
                    .message
            } else if let number = challenges.ids.challenge(id),
                let record = try await challenges.directory.challenge(number),
                record.challenge.sender == author, record.challenge.receiver == reader
            {
                text = record.message
                app = record.challenge.app
            } else {
                text = nil
            }
            return text.flatMap { $0.isEmpty ? nil : ReportedMessage($0, in: app, subject: id) }
        }
    }
}
