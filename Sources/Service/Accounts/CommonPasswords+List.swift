/// The passwords of eight characters and more of two public lists of the most common ones, in small letters; see
/// scripts/tables.
enum CommonPasswordList {
    static let words = Set(text.split { $0 == "|" || $0 == "\n" }.map(String.init))
}
