/// The passwords of eight characters and more of two public lists of the most common ones, in small letters. The build
/// adds their text: Plugins/CommonPasswords.
enum CommonPasswordList {
    static let words = Set(text.split(separator: "\n").map(String.init))
}
