// How objects of GameKit keep themselves in archives: what they know as one value in JSON, under one key. An archive
// that somebody changed gives nil, never a trap.
extension NSCoder {
    private static let stateKey = "laurel.state"

    func encode<State: Encodable>(_ state: State) {
        do {
            encode(try JSONEncoder().encode(state) as NSData, forKey: Self.stateKey)
        } catch {
            failWithError(error)
        }
    }

    /// - Returns: nil for what is no state of this type.
    func decodeState<State: Decodable>(_ type: State.Type) -> State? {
        guard let data = decodeObject(of: NSData.self, forKey: Self.stateKey) else { return nil }
        do { return try JSONDecoder().decode(type, from: data as Data) } catch { return nil }
    }
}
