public import LaurelDomain

/// What a simulator says of a run.
public struct SimulatorAnswer: Hashable, Sendable {
    /// Of one run.
    public static let achievementsLimit = 64

    /// 0: the run is whole. Else the low byte is a refusal and the rest a number: docs/simulators.md.
    public var code: UInt32
    public var score: Int64
    public var milliseconds: Int64
    /// Equal for the same run alone.
    public var trace: UInt64
    /// What the run earned, each once.
    public var achievements: [AchievementID] = []
}

/// Bounds of a simulator that a developer brings. What is counted in instructions is the same everywhere, so equal logs
/// get equal answers; processor time and patience are for what should not happen.
public struct SimulatorLimits: Sendable {
    /// Of a run, in instructions of WebAssembly: 23,000 for each step of two hours. They take 5 to 15 s of a processor.
    public var fuel: UInt64 = 10_000_000_000
    /// The most that a module's memory may grow to.
    public var memoryBytes: Int64 = 64 << 20
    /// Of a process that compiles or plays.
    public var cpuSeconds = 30
    /// From a process's start to its answer.
    public var patienceSeconds = 120

    /// Of a module as it is uploaded.
    public static let moduleBytes = SimulatorModule.bytesLimit
    /// Of a module in the machine's own code.
    public static let compiledBytes = 32 << 20
    /// Elements of tables.
    static let tableElements: Int64 = 100_000
    static let tables = 4
    /// Of the helper process: the program and wasmtime take some 400 MiB of addresses, a compilation the rest.
    static let processBytes: UInt = 1 << 30

    public init() {}
}
