import LaurelDomain
import LaurelStorage

/// Which stream has which number in the keys of the journal: 1 and on, in the order of their first rows.
enum StreamTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [StreamID] {
        let select = try connection.prepare("SELECT number, team, environment FROM streams ORDER BY number")
        defer { select.reset() }
        var streams: [StreamID] = []
        while try select.step() {
            guard select.integer(0) == Int64(streams.count) + 1, let team = UInt32(exactly: select.integer(1)),
                let environment = UInt8(exactly: select.integer(2)).flatMap(Environment.init(rawValue:))
            else { throw .damaged(reason: "stream \(select.integer(0)) is invalid") }
            streams.append(StreamID(team: TeamNumber(team), environment: environment))
        }
        return streams
    }

    static func insert(_ stream: StreamID, number: Int64, on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare("INSERT INTO streams (number, team, environment) VALUES (?, ?, ?)")
        insert.bind(1, number)
        insert.bind(2, Int64(stream.team.rawValue))
        insert.bind(3, Int64(stream.environment.rawValue))
        try insert.run()
    }
}
