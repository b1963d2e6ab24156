import LaurelScores
import LaurelService
import LaurelWire

/// An error of a use case, which clients are told as a problem: what a reply of `replies.later` may throw.
protocol ToldError: Error {
    var problem: Problem { get }
}

/// What is wrong with one of the things that developers configure in an app.
protocol ToldRefusal: ConfiguredRefusal {
    /// That there is none with the ID.
    static var unknown: Problem.Kind { get }
    var problem: Problem { get }
}

extension ConfigureItemError: ToldError where Refusal: ToldRefusal {
    var problem: Problem {
        switch self {
        case .unknown: Problem(Refusal.unknown)
        case .refused(let refusal): refusal.problem
        case .unavailable: .unavailable
        case .broken(let reason): .broken(reason)
        }
    }
}

extension AppError: ToldError { var problem: Problem { Problem(from: self) } }
extension ChallengeError: ToldError { var problem: Problem { Problem(from: self) } }
extension ChooseDefaultError: ToldError { var problem: Problem { Problem(from: self) } }
extension ClaimLinksError: ToldError { var problem: Problem { Problem(from: self) } }
extension ConfigureAchievementError: ToldError { var problem: Problem { Problem(from: self) } }
extension ConfigureLeaderboardError: ToldError { var problem: Problem { Problem(from: self) } }
extension DecideReviewError: ToldError { var problem: Problem { Problem(from: self) } }
extension DeliveryError: ToldError { var problem: Problem { Problem(from: self) } }
extension GroupChallengeError: ToldError { var problem: Problem { Problem(from: self) } }
extension IdentityError: ToldError { var problem: Problem { Problem(from: self) } }
extension ImportConfigurationError: ToldError { var problem: Problem { Problem(from: self) } }
extension InboxError: ToldError { var problem: Problem { Problem(from: self) } }
extension ListFriendsError: ToldError { var problem: Problem { Problem(from: self) } }
extension LoadPlayersError: ToldError { var problem: Problem { Problem(from: self) } }
extension MailAddressError: ToldError { var problem: Problem { Problem(from: self) } }
extension MergeGuestError: ToldError { var problem: Problem { Problem(from: self) } }
extension ModerationError: ToldError { var problem: Problem { Problem(from: self) } }
extension PartyError: ToldError { var problem: Problem { Problem(from: self) } }
extension PhotoError: ToldError { var problem: Problem { Problem(from: self) } }
extension ProfileError: ToldError { var problem: Problem { Problem(from: self) } }
extension ProgressError: ToldError { var problem: Problem { Problem(from: self) } }
extension ProviderError: ToldError { var problem: Problem { Problem(from: self) } }
extension ReadEntriesError: ToldError { var problem: Problem { Problem(from: self) } }
extension ReportAchievementsError: ToldError { var problem: Problem { Problem(from: self) } }
extension RestrictError: ToldError { var problem: Problem { Problem(from: self) } }
extension SavedGameError: ToldError { var problem: Problem { Problem(from: self) } }
extension ShareError: ToldError { var problem: Problem { Problem(from: self) } }
extension SignInGuestError: ToldError { var problem: Problem { Problem(from: self) } }
extension SimulatorError: ToldError { var problem: Problem { Problem(from: self) } }
extension TeamError: ToldError { var problem: Problem { Problem(from: self) } }
extension TwoFactorError: ToldError { var problem: Problem { Problem(from: self) } }
extension UnlinkProviderError: ToldError { var problem: Problem { Problem(from: self) } }
