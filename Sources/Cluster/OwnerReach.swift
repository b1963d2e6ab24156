public import LaurelDomain

/// Whether this node can reach the owner of the store: a value without I/O.
///
/// A node whose cable to the others is cut still sees the store, so it passes requests on to an owner that lives and
/// never gets them. It must tell proxies to ask others. But an owner that was killed or stopped doesn't answer, either:
/// then requests are better off waiting here for the next one. The lease tells the two apart. Only an owner that lives
/// moves it, and so a node is cut off if it sees the lease moving for ``patience`` after the last question that the
/// owner answered.
///
/// Questions are asked whether or not there are requests, so that a node knows before the first one is lost.
public struct OwnerReach: Sendable {
    /// From one question to the next.
    public static let interval = Timestamp.Span(milliseconds: 250)
    /// How long the owner has for an answer. It's given by a thread that does nothing else for long.
    public static let answerLimit = Timestamp.Span(milliseconds: 1_000)
    /// Longer than what an owner that was killed can still seem to live: from the last question that it answered to its
    /// last beat (``interval``), and until that is committed and looked at (some 300 ms). Three beats of an owner that
    /// lives are seen within it.
    public static let patience = Timestamp.Span(milliseconds: 1_500)

    /// What is asked of the owner: anything that it answers.
    public struct Question: Hashable, Sendable {
        public let owner: NodeID
        public let sent: Timestamp
    }

    private var owner: NodeID?
    /// When the last question was sent that was answered; before that, when this owner was first seen.
    private var reached: Timestamp?
    private var asked: Timestamp?

    public init() {}

    /// To be called more often than every ``interval``.
    ///
    /// - Parameters:
    ///   - owner: to whom requests are passed on; nil: nobody, or this node answers itself.
    ///   - now: of the steady clock, as all times here.
    /// - Returns: what to ask now.
    public mutating func turn(_ owner: NodeID?, at now: Timestamp) -> Question? {
        if owner != self.owner {
            self.owner = owner
            (reached, asked) = (now, nil)
        }
        guard let owner, asked.map({ now.milliseconds - $0.milliseconds >= Self.interval.milliseconds }) ?? true
        else { return nil }
        asked = now
        return Question(owner: owner, sent: now)
    }

    /// Answers may come in another order than the questions.
    public mutating func answered(_ question: Question) {
        guard question.owner == owner else { return }
        reached = max(reached ?? question.sent, question.sent)
    }

    /// - Parameter leaseMoved: ``NodeState/leaseMoved``.
    public func isCutOff(leaseMoved: Timestamp?) -> Bool {
        guard owner != nil, let reached, let leaseMoved else { return false }
        return leaseMoved.milliseconds - reached.milliseconds >= Self.patience.milliseconds
    }
}
