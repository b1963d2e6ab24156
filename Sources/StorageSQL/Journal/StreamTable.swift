public import LaurelDomain
public import LaurelStorage

/// Which stream has which number in the keys of the journal: 1 and on, in the order of their first rows.
public enum StreamTable {
    /// 15 bits for the stream keep the journal's key positive.
    private static let limit: Int64 = 0x7FFF

    public static func all(on connection: any SQLConnection) throws(StoreError) -> [StreamID] {
        var streams: [StreamID] = []
        try connection.each("SELECT number, team, environment FROM streams ORDER BY number") { row throws(StoreError) in
            let number: Int64 = try row["number"]
            guard number == Int64(streams.count) + 1 else { throw .damaged(reason: "stream \(number) is invalid") }
            streams.append(StreamID(team: try row["team"], environment: try row["environment"]))
            return true
        }
        return streams
    }

    /// Nil: it has no row yet.
    public static func number(
        of stream: StreamID, on connection: any SQLConnection
    ) throws(StoreError) -> Int64? {
        try connection.value(
            "SELECT number FROM streams WHERE team = \(stream.team) AND environment = \(stream.environment)")
    }

    public static func insert(
        _ stream: StreamID, number: Int64, on connection: any SQLConnection
    ) throws(StoreError) {
        try check(number)
        try connection.run(insertion(stream, number: number))
    }

    /// - Throws: ``StoreError/broken(reason:)`` when there are too many.
    public static func check(_ number: Int64) throws(StoreError) {
        guard number <= limit else { throw .broken(reason: "more than \(limit) streams") }
    }

    public static func insertion(_ stream: StreamID, number: Int64) -> SQL {
        "INSERT INTO streams (number, team, environment) VALUES (\(number), \(stream.team), \(stream.environment))"
    }
}
