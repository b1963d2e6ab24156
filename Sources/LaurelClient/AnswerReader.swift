public import LaurelDomain
public import LaurelWire

/// A value that the server answers with.
public protocol AnswerValue {
    /// - Throws: what is missing or wrong. Members that are unknown are passed over: a newer server may have more.
    init(_ answer: AnswerReader) throws(UnreadableAnswer)
}

/// A JSON value of an answer, and where it stands in it.
public struct AnswerReader: Sendable {
    public let value: JSONValue
    let path: String

    init(_ value: JSONValue, path: String = "") {
        self.value = value
        self.path = path
    }

    /// Whole answers.
    init(json bytes: [UInt8]) throws(UnreadableAnswer) {
        do throws(JSONError) { self.init(try JSONValue(json: bytes)) } catch {
            throw UnreadableAnswer(reason: "The answer " + error.explanation)
        }
    }

    public func string(_ key: String) throws(UnreadableAnswer) -> String {
        guard let text = value[key]?.text else { throw wrong(key, "a string") }
        return text
    }

    /// - Returns: nil where it is missing or null.
    public func optionalString(_ key: String) -> String? { value[key]?.text }

    public func integer(_ key: String) throws(UnreadableAnswer) -> Int64 {
        guard case .integer(let number) = value[key] else { throw wrong(key, "an integer") }
        return number
    }

    public func optionalInteger(_ key: String) -> Int64? {
        if case .integer(let number) = value[key] { number } else { nil }
    }

    public func number(_ key: String) throws(UnreadableAnswer) -> Double {
        switch value[key] {
        case .number(let number): return number
        case .integer(let number): return Double(number)
        default: throw wrong(key, "a number")
        }
    }

    public func optionalNumber(_ key: String) -> Double? {
        switch value[key] {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    public func boolean(_ key: String) throws(UnreadableAnswer) -> Bool {
        guard case .boolean(let flag) = value[key] else { throw wrong(key, "true or false") }
        return flag
    }

    /// False where it is missing.
    public func flag(_ key: String) -> Bool { value[key] == .boolean(true) }

    public func date(_ key: String) throws(UnreadableAnswer) -> Timestamp {
        guard let date = optionalDate(key) else { throw wrong(key, "a time") }
        return date
    }

    public func optionalDate(_ key: String) -> Timestamp? { value[key]?.text.flatMap { Timestamp(rfc3339: $0) } }

    public func object<Value: AnswerValue>(_ key: String) throws(UnreadableAnswer) -> Value {
        guard let value = try optionalObject(key) as Value? else { throw wrong(key, "an object") }
        return value
    }

    /// - Returns: nil where it is missing or null.
    public func optionalObject<Value: AnswerValue>(_ key: String) throws(UnreadableAnswer) -> Value? {
        guard case .object(let members) = value[key] else { return nil }
        return try Value(AnswerReader(.object(members), path: path + key + "."))
    }

    public func list<Value: AnswerValue>(_ key: String) throws(UnreadableAnswer) -> [Value] {
        guard case .array(let elements) = value[key] else { throw wrong(key, "an array") }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            values.append(try Value(AnswerReader(element, path: path + "\(key)[\(index)].")))
        }
        return values
    }

    public func strings(_ key: String) throws(UnreadableAnswer) -> [String] {
        guard case .array(let elements) = value[key] else { throw wrong(key, "an array") }
        return elements.compactMap(\.text)
    }

    public func optionalStrings(_ key: String) -> [String]? {
        guard case .array(let elements) = value[key] else { return nil }
        return elements.compactMap(\.text)
    }

    private func wrong(_ key: String, _ expected: String) -> UnreadableAnswer {
        UnreadableAnswer(reason: "\(path)\(key) isn't \(expected).")
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
