public import GameKit

/// The game's own friend picker: which friends to challenge with a score, and with what message.
///
/// It provides the model and behaviour; the game draws ``phase``, ``rows`` and the rest over its own background, with
/// Cancel on the left and Challenge on the right, and redraws whenever ``changed`` is called.
@MainActor public final class FriendsPickerViewController: UIViewController {
    /// A friend with a score on the leaderboard.
    public struct Row: Identifiable {
        public let id: String
        public let player: GKPlayer
        public let rank: Int
        public let value: Int64
        /// The score as the leaderboard formats it.
        public let formattedScore: String
        /// Nil until loaded, and for players without a photo.
        public internal(set) var photo: UIImage?
        public internal(set) var isChecked: Bool
        public var name: String { player.displayName }
    }

    public enum Phase: Equatable {
        case loading
        /// No friend has a score on the leaderboard yet.
        case empty
        /// What went wrong, and what to do. ``FriendsPickerViewController/load()`` tries again.
        case failed(String)
        case ready
        /// The challenge is being sent: buttons are disabled.
        case sending
    }

    /// The label of the message field.
    public static let messageLabel = "Challenge message"

    public let score: Int64
    public private(set) var phase = Phase.loading
    /// By rank.
    public private(set) var rows: [Row] = []
    /// The message the player writes.
    public var message = "" {
        didSet {
            if Self.isWritten(message) { isMessageMissing = false }
            changed()
        }
    }
    /// Draw the field's border in red: nothing is sent without a message.
    public private(set) var isMessageMissing = false
    /// Something to tell the player, such as that no friend is chosen.
    public private(set) var notice: String?

    /// Called on the main thread whenever a redraw is needed.
    public var changed: () -> Void = {}
    /// Called when the picker is dismissed.
    public var cancelButtonBlock: (() -> Void)?
    public var challengeButtonBlock: (() -> Void)?

    /// The tutorial's name of ``cancelButtonBlock``.
    public var cancelButtonPressedBlock: (() -> Void)? {
        get { cancelButtonBlock }
        set { cancelButtonBlock = newValue }
    }
    /// The tutorial's name of ``challengeButtonBlock``.
    public var challengeButtonPressedBlock: (() -> Void)? {
        get { challengeButtonBlock }
        set { challengeButtonBlock = newValue }
    }

    private let helper: GameKitHelper

    public init(score: Int64, helper: GameKitHelper = .shared) {
        self.score = score
        self.helper = helper
        super.init(nibName: nil, bundle: nil)
        title = "Challenge friends"
    }

    /// Archiving isn't supported.
    public required init?(coder: NSCoder) { nil }

    public override func viewDidLoad() {
        super.viewDidLoad()
        load()
    }

    // MARK: Loading

    public func load() {
        phase = .loading
        changed()
        helper.loadScoresOfFriends { [weak self] scores, own in self?.received(scores, own) }
    }

    private func received(_ scores: [GKScore]?, _ own: GKScore?) {
        guard let scores else {
            phase = .failed(helper.lastError?.localizedDescription ?? "")
            changed()
            return
        }
        let lowerIsBetter = Self.lowerIsBetter(scores + (own.map { [$0] } ?? [])) ?? helper.lowerIsBetter
        rows = scores.sorted { $0.rank < $1.rank }.map { friend in
            let isWorse = lowerIsBetter ? friend.value > score : friend.value < score
            return Row(
                id: friend.player.gamePlayerID, player: friend.player, rank: friend.rank, value: friend.value,
                formattedScore: friend.formattedValue ?? "\(friend.value)", isChecked: isWorse)
        }
        phase = rows.isEmpty ? .empty : .ready
        changed()
        for row in rows { loadPhoto(of: row) }
    }

    /// What the ranks say of the order; nil: all have the same score.
    private static func lowerIsBetter(_ scores: [GKScore]) -> Bool? {
        guard let best = scores.min(by: { $0.rank < $1.rank }), let worst = scores.max(by: { $0.rank < $1.rank }),
            best.value != worst.value
        else { return nil }
        return best.value < worst.value
    }

    /// However late it comes, it goes into its own row.
    private func loadPhoto(of row: Row) {
        let id = row.id
        row.player.loadPhoto(
            for: .small,
            withCompletionHandler: onMain { [weak self] photo, _ in
                guard let self, let photo, let index = rows.firstIndex(where: { $0.id == id }) else { return }
                rows[index].photo = photo
                changed()
            })
    }

    // MARK: What the player does

    /// A tap on a row.
    public func toggle(_ id: Row.ID) {
        guard phase == .ready, let index = rows.firstIndex(where: { $0.id == id }) else { return }
        rows[index].isChecked.toggle()
        notice = nil
        changed()
    }

    public func cancelButtonPressed() {
        guard phase != .sending else { return }
        leave(cancelButtonBlock)
    }

    public func challengeButtonPressed() {
        guard phase == .ready else { return }
        let chosen = rows.filter(\.isChecked).map(\.player)
        isMessageMissing = !Self.isWritten(message)
        notice = chosen.isEmpty ? "Choose at least one friend to challenge." : nil
        guard !isMessageMissing, !chosen.isEmpty else { return changed() }
        phase = .sending
        changed()
        helper.sendScoreChallenge(toPlayers: chosen, withScore: score, message: message, on: self) {
            [weak self] wasSent in self?.finished(wasSent)
        }
    }

    private func finished(_ wasSent: Bool) {
        if wasSent { return leave(challengeButtonBlock) }
        phase = .ready
        notice = "Challenge not sent."
        changed()
    }

    private func leave(_ block: (() -> Void)?) {
        dismiss(animated: true)
        block?()
    }

    private static func isWritten(_ message: String) -> Bool {
        !message.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    }
}
