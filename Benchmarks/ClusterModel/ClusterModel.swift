import LaurelDomain
import LaurelRanking

/// What 10^6, 10^8 and 10^9 players would take, and what breaks first: from figures measured here, and from those
/// measured before (``Known``). A model, not a measurement: no cluster was that large.
///
/// Tab-separated. First what was measured here: what, entries, figure, unit. Then the model: what, one column for each
/// number of players, unit. Then a few sentences. The sizes to measure are arguments (100000 and 1000000 when there
/// are none), each of 16 to 4,000,000.
@main
struct ClusterModel {
    static let scales = [1_000_000, 100_000_000, 1_000_000_000]

    static func main() throws {
        let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }.filter { 16...4_000_000 ~= $0 }
        var measured: Measured?
        for entries in sizes.isEmpty ? [100_000, 1_000_000] : sizes { measured = try Measured(entries: entries) }
        guard let measured else { return }
        let forecasts = scales.map { Forecast(players: $0, measured) }
        print()
        for row in Forecast.rows { row.print(forecasts) }
        print()
        for forecast in forecasts { print(forecast.sentence) }
    }
}
