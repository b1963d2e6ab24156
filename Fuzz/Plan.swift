@testable import LaurelHTTPServer

/// What is the same for every run of one input: limits, and how the handler behaves.
struct Plan {
    /// The first bytes of an input: one of options, the others a seed.
    static let prefixBytes = 5

    let limits: Limits
    /// Answers come late, and in any order.
    let defers: Bool
    /// Time passes, bodies are refused by their head, memory runs short: how it ends depends on the pieces, so that
    /// bounds alone are checked.
    let isWild: Bool
    let seed: UInt64

    init(_ prefix: ArraySlice<UInt8>) {
        let options = prefix.first ?? 0
        defers = options & 1 != 0
        isWild = options & 2 != 0
        seed = prefix.dropFirst().reduce(0) { $0 << 8 | UInt64($1) }
        var limits = Limits()
        // Small ones are reached by small inputs.
        if options & 4 != 0 {
            limits.headBytes = 256
            limits.headerCount = 4
            limits.bodyBytes = 64
        }
        if options & 8 != 0 {
            limits.pipelinedRequests = 2
            limits.outputBytes = 600
        }
        if options & 2 != 0 && options & 16 != 0 {
            limits.heldBodyBytes = 12_000
            limits.lingerBytes = 100
        }
        self.limits = limits
    }

    var bodyBound: Int { isWild ? max(limits.bodyBytes, Self.largeBody) : limits.bodyBytes }
    /// What one answer adds comes on top, since it is written whole.
    var outputBound: Int { limits.clamped.outputBytes + 40_000 }

    private static let largeBody = 2_000

    enum Verdict {
        case read(limit: Int?)
        case answer
        case never
    }

    func verdict(_ random: inout SplitMix64) -> Verdict {
        if !isWild { return .read(limit: nil) }
        switch random.below(8) {
        case 0: return .answer
        case 1: return .never
        case 2: return .read(limit: Self.largeBody)
        case 3: return .read(limit: 3)
        default: return .read(limit: nil)
        }
    }

    /// An answer that depends on the request alone.
    func response(to request: Request) -> Response {
        switch request.target.utf8.reduce(request.body.count, { ($0 &* 31 &+ Int($1)) & 0xFFFF }) % 16 {
        case 0: Response(.noContent)
        case 1: Response(.ok, type: "text/plain", body: Array(repeating: 0x62, count: 5_000))
        case 2: Response(.ok, body: .shared(Array(repeating: 0x63, count: 9_000)))
        case 3: Response(.ok, body: .stream { _ in })
        case 4: Response(.ok)
        default: Response(.ok, type: "text/plain", body: Array("\(request.body.count)".utf8))
        }
    }

    /// How the bytes are cut.
    enum Pieces {
        case whole, single, random

        func next(_ random: inout SplitMix64) -> Int {
            switch self {
            case .whole: .max
            case .single: 1
            case .random: random.chance(1, in: 3) ? 1 + random.below(400) : 1 + random.below(4)
            }
        }
    }
}
