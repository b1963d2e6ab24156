import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Which stream has which number in the keys of the journal: 1 and on, in the order of their first rows.
enum StreamTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [StreamID] {
        var streams: [StreamID] = []
        try connection.each("SELECT number, team, environment FROM streams ORDER BY number") { row throws(StoreError) in
            let number: Int64 = try row["number"]
            guard number == Int64(streams.count) + 1 else { throw .damaged(reason: "stream \(number) is invalid") }
            streams.append(StreamID(team: try row["team"], environment: try row["environment"]))
            return true
        }
        return streams
    }

    static func insert(_ stream: StreamID, number: Int64, on connection: SQLiteConnection) throws(StoreError) {
        try connection.run(
            "INSERT INTO streams (number, team, environment) VALUES (\(number), \(stream.team), \(stream.environment))")
    }
}
