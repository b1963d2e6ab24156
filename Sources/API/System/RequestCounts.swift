import LaurelHTTPServer
import LaurelWire
import Synchronization

/// Answers by route and status. Counting takes one atomic addition.
final class RequestCounts: Sendable {
    /// The statuses that routes answer with; any other counts as the last, 0.
    static let statuses: [Int] = [
        200, 201, 204, 301, 304, 308, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 501, 503, 0,
    ]
    /// Endpoints, and one for pages and one for what is nothing.
    private static let rows = Endpoint.allCases.count + 2
    private static let columns = statuses.count
    private static let indexes: [UInt8] = (0...599).map { code in
        UInt8(statuses.firstIndex(of: code) ?? statuses.count - 1)
    }

    private let counts = InlineArray<8192, Atomic<UInt64>> { _ in Atomic(0) }

    init() { precondition(Self.rows * Self.columns <= 8_192, "more routes than there are counters") }

    /// What was asked for.
    enum Target: Hashable, Sendable {
        /// Its ``Endpoint/index``, at which its counters stand as well.
        case endpoint(_ index: Int)
        case page
        case nothing

        static let health = Target.endpoint(Endpoint.health.index)

        var name: String {
            switch self {
            case .endpoint(let index): Endpoint.allCases[index].name
            case .page: "page"
            case .nothing: "none"
            }
        }
    }

    func add(_ target: Target, _ status: Status) {
        let row =
            switch target {
            case .endpoint(let index): index
            case .page: Self.rows - 2
            case .nothing: Self.rows - 1
            }
        let index = row * Self.columns + Int(Self.indexes[Int(status.code)])
        counts[index].add(1, ordering: .relaxed)
    }

    /// Those that are not zero.
    func forEach(_ body: (Target, _ status: Int, _ count: UInt64) -> Void) {
        let targets = Endpoint.allCases.indices.map { Target.endpoint($0) } + [.page, .nothing]
        for (row, target) in targets.enumerated() {
            for (column, status) in Self.statuses.enumerated() {
                let count = counts[row * Self.columns + column].load(ordering: .relaxed)
                if count > 0 { body(target, status, count) }
            }
        }
    }
}
