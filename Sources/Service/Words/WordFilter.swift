import LaurelDomain
import LaurelScores
public import LaurelStorage
import Synchronization

/// Finds words that nobody should have to read, in names, status lines and messages.
///
/// ```swift
/// guard words.firstBlocked(in: message) == nil else { … }
/// ```
///
/// A text is compared as people read it: without capitals, accents, width and the usual digits for letters. A word of
/// Latin letters must stand by itself, so that Scunthorpe stays a town; one of Han characters may stand anywhere,
/// since nothing stands between words there. It is a net with holes: reports catch what it does not.
public final class WordFilter: Sendable {
    fileprivate struct State {
        var blocked: Set<String> = []
        /// Of Han and other scripts that write no spaces.
        var anywhere: [String] = []
        var records: [String: WordVerdict] = [:]
    }

    private let state = Mutex(State())
    let gate = SerialGate()

    public init(_ records: [WordRecord] = []) { replaceAll(records) }

    public func allows(_ text: String) -> Bool { firstBlocked(in: text) == nil }

    /// The first blocked word in it, folded. O(length of the text, times the few words that may stand anywhere).
    public func firstBlocked(in text: String) -> String? {
        let words = Self.words(of: text)
        // Letters with spaces or dots between them are a word as well.
        let spelt = Self.spelt(words)
        let joined = words.joined()
        return state.withLock { state in
            for word in words + spelt {
                for form in Self.forms(of: word) where state.blocked.contains(form) { return form }
            }
            return state.anywhere.first { joined.contains($0) }
        }
    }

    /// What the operator changed, by word: whether it is blocked.
    public var changes: [(word: String, isBlocked: Bool)] { records.map { ($0.word, $0.verdict == .blocked) } }

    /// What the operator changed, by word.
    public var records: [WordRecord] {
        state.withLock { state in
            state.records.map { WordRecord($0.key, $0.value) }.sorted { $0.word < $1.word }
        }
    }

    /// How a word stands in the list. Nil: no letter of it is left, or it is two words.
    public static func folded(_ word: String) -> String? {
        let words = words(of: word)
        guard words.count == 1, ModerationLimits.wordLength.contains(words[0].count) else { return nil }
        return words[0]
    }

    func replaceAll(_ records: [WordRecord]) {
        let all = Dictionary(records.map { ($0.word, $0.verdict) }) { first, _ in first }
        state.withLock { $0.set(all) }
    }

    func put(_ word: String, _ verdict: WordVerdict?) {
        state.withLock { state in
            var records = state.records
            records[word] = verdict
            state.set(records)
        }
    }
}

extension WordFilter.State {
    fileprivate mutating func set(_ records: [String: WordVerdict]) {
        self.records = records
        var words = Set(BuiltInWords.all)
        for (word, verdict) in records {
            if verdict == .blocked { words.insert(word) } else { words.remove(word) }
        }
        blocked = words
        anywhere = words.filter(WordFilter.standsAnywhere).sorted()
    }
}

// MARK: Folding

extension WordFilter {
    /// The runs of letters and digits in a text, folded.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.lowercased().decomposed {
            if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isDefaultIgnorableCodePoint {
                continue
            }
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil || leet[scalar] != nil {
                word.unicodeScalars.append(folded(scalar))
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Runs of single letters, put together.
    private static func spelt(_ words: [String]) -> [String] {
        var spelt: [String] = []
        var run = ""
        for word in words {
            if word.unicodeScalars.count == 1 {
                run += word
            } else {
                if run.unicodeScalars.count > 1 { spelt.append(run) }
                run = ""
            }
        }
        if run.unicodeScalars.count > 1 { spelt.append(run) }
        return spelt
    }

    /// The word as it stands, with digits read as letters, with repeated letters once, and without a plural's end.
    private static func forms(of word: String) -> [String] {
        // A sign at its end is a sign; inside, and before it, it may stand for a letter.
        let word = String(word[...(word.lastIndex { !"!@$".contains($0) } ?? word.startIndex)])
        var plain = ""
        for scalar in word.unicodeScalars { plain.unicodeScalars.append(leet[scalar] ?? scalar) }
        var single = ""
        for scalar in plain.unicodeScalars where single.unicodeScalars.last != scalar {
            single.unicodeScalars.append(scalar)
        }
        var forms = [word, plain, single]
        for form in [word, plain, single] {
            for end in ["s", "es"] where form.hasSuffix(end) { forms.append(String(form.dropLast(end.count))) }
        }
        return forms
    }

    /// Full-width letters, and letters of other scripts that look like Latin ones, as Latin ones.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if 0xFF01...0xFF5E ~= scalar.value, let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
            return Unicode.Scalar(narrow.properties.lowercaseMapping) ?? narrow
        }
        return lookAlikes[scalar] ?? scalar
    }

    private static let leet: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i",
    ]

    /// Cyrillic and Greek letters.
    private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t", "у": "y",
        "х": "x", "і": "i", "ѕ": "s", "α": "a", "ε": "e", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t",
        "υ": "u", "χ": "x", "ı": "i",
    ]

    static func standsAnywhere(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { $0.properties.isIdeographic }
    }
}

extension String {
    /// Canonical decomposition, without Foundation: what accents are taken off from.
    fileprivate var decomposed: some Sequence<Unicode.Scalar> {
        unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in Decomposition.of(scalar) }
    }
}

/// The Latin letters with accents, as far as they decompose (Unicode blocks Latin-1 Supplement, Latin Extended-A).
private enum Decomposition {
    static func of(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        table[scalar].map { [$0] } ?? [scalar]
    }

    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(String, Unicode.Scalar)] = [
            ("àáâãäåāăą", "a"), ("çćĉċč", "c"), ("ďđ", "d"), ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"), ("ĥħ", "h"),
            ("ìíîïĩīĭį", "i"), ("ĵ", "j"), ("ķ", "k"), ("ĺļľŀł", "l"), ("ñńņňŉ", "n"), ("òóôõöøōŏő", "o"),
            ("ŕŗř", "r"), ("śŝşšſ", "s"), ("ţťŧ", "t"), ("ùúûüũūŭůűų", "u"), ("ŵ", "w"), ("ýÿŷ", "y"), ("źżž", "z"),
        ]
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letters, plain) in groups {
            for letter in letters.unicodeScalars { table[letter] = plain }
        }
        return table
    }()
}
