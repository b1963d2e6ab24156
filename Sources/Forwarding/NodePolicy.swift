public import LaurelHTTPServer

/// What a ``NodeHandler`` has to know of the service, which this target doesn't know.
public struct NodePolicy: Sendable {
    /// Whether a request may be sent again though it may have been carried out: it's recognized when it comes twice, by
    /// what it says itself or by its ``Request/repeatKey``. Not asked for methods that change nothing.
    public var mayRepeat: @Sendable (Request) -> Bool
    /// A new key for a request that is recognized by it when it comes twice; nil: this one wouldn't be. Asked once,
    /// before the request is passed on or waits, and not for methods that change nothing.
    public var repeatKey: @Sendable (Request) -> RepeatKey?
    /// Whether a request goes to the owner together with others: a read that the owner answers at once, as a rule.
    /// Asked only for those that have no body.
    public var isJoined: @Sendable (Request) -> Bool
    /// The answer when there's no owner to give one.
    public var problem: @Sendable (NodeProblem, RequestID) -> Response
    /// How many bytes the body of a request may have that another node will judge, by its head; nil:
    /// ``Limits/bodyBytes``. It should be the most that the owner allows.
    public var bodyLimit: @Sendable (Request) -> Int?
    /// What is answered without the owner, such as whether this process is alive; nil: that isn't.
    public var answersLocally: @Sendable (Request) -> Response?
    /// Whether this node alone can't reach the owner, so that others can answer what waits here.
    public var isCutOff: @Sendable () -> Bool
    /// Milliseconds of a clock that never goes back.
    public var clock: @Sendable () -> UInt64
    /// Requests that wait for an owner at a time. Further ones are answered 503.
    public var waitingLimit = 4_096
    /// How long a request waits, in milliseconds, from when it came. Then it's answered 503.
    public var patienceMilliseconds: UInt64 = 10_000
    /// How long the answer to requests that went together may take, in milliseconds. Then each is sent by itself.
    public var joinedMilliseconds = 1_000

    public init(
        mayRepeat: @escaping @Sendable (Request) -> Bool = { _ in false },
        repeatKey: @escaping @Sendable (Request) -> RepeatKey? = { _ in nil },
        isJoined: @escaping @Sendable (Request) -> Bool = { _ in false },
        problem: @escaping @Sendable (NodeProblem, RequestID) -> Response,
        bodyLimit: @escaping @Sendable (Request) -> Int? = { _ in nil },
        answersLocally: @escaping @Sendable (Request) -> Response? = { _ in nil },
        isCutOff: @escaping @Sendable () -> Bool = { false },
        clock: @escaping @Sendable () -> UInt64
    ) {
        self.mayRepeat = mayRepeat
        self.repeatKey = repeatKey
        self.isJoined = isJoined
        self.problem = problem
        self.bodyLimit = bodyLimit
        self.answersLocally = answersLocally
        self.isCutOff = isCutOff
        self.clock = clock
    }
}
