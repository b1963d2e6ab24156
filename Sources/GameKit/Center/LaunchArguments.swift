/// What a program is started for, by its arguments: `--laurel-match ID`, `--laurel-match=ID`, or an address such as
/// `laurel://matches/ID`, as a desktop hands a program what it opens.
enum LaunchArguments {
    static let scheme = "laurel"
    private static let addressLimit = 500

    /// - Parameters:
    ///   - arguments: of the program, its name first.
    ///   - value: of what follows the option.
    ///   - address: of an argument that stands alone; nil: it's another address.
    static func find<Value>(
        _ option: String, in arguments: [String], value: (String) -> Value?, address: (String) -> Value?
    ) -> Value? {
        for (index, argument) in arguments.enumerated().dropFirst() {
            if let found = address(argument) { return found }
            if argument == option, arguments.indices.contains(index + 1) { return value(arguments[index + 1]) }
            if argument.hasPrefix(option + "=") { return value(String(argument.dropFirst(option.count + 1))) }
        }
        return nil
    }

    /// What `laurel://KIND/ID` names. The ID may be percent-encoded.
    ///
    /// - Returns: nil for every other address.
    static func id(of kind: String, inAddress text: String) -> String? {
        let prefix = scheme + "://" + kind + "/"
        guard text.utf8.count <= addressLimit, text.lowercased().hasPrefix(prefix) else { return nil }
        return String(text.dropFirst(prefix.count)).removingPercentEncoding
    }
}
