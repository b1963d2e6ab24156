import LaurelWire

// Of answers that `LaurelWire` has no type for yet.
extension JSONValue {
    /// A member's text; empty where it has none.
    func text(_ key: String) -> String { optionalText(key) ?? "" }
    func optionalText(_ key: String) -> String? { if case .string(let text) = self[key] { text } else { nil } }
    func integer(_ key: String) -> Int64? { if case .integer(let number) = self[key] { number } else { nil } }
    func flag(_ key: String) -> Bool { self[key] == .boolean(true) }
    func list(_ key: String) -> [JSONValue] { if case .array(let elements) = self[key] { elements } else { [] } }
    func texts(_ key: String) -> [String] {
        list(key).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
