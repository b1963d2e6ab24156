import LaurelDomain

/// Draws names for players who have not chosen one.
struct AliasDraw {
    /// Pairs of words that are tried before a number is put behind them.
    static let plainLimit = 4
    /// Names that are tried in all: more are refused only where an operator blocks most words.
    static let limit = 64
    private let accounts: Accounts
    init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter draw: how many were drawn before: later ones have a number, of ever more digits.
    /// - Returns: nil: it can't be had here; draw again.
    func alias(_ names: GuestNames, _ draw: Int) -> Alias? {
        let number: UInt64 = accounts.random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        var suffix: Int?
        if draw >= Self.plainLimit {
            let limit = [99, 999, GuestNames.numbers.upperBound][min((draw - Self.plainLimit) / 4, 2)]
            // The low bits choose the words.
            suffix = GuestNames.numbers.lowerBound + Int(number >> 40) % (limit - GuestNames.numbers.lowerBound + 1)
        }
        do throws(Alias.Invalid) {
            let alias = try Alias(names.name(number & 0xFF_FFFF_FFFF, number: suffix))
            return accounts.words.allows(alias.text) && !alias.isReserved ? alias : nil
        } catch {
            return nil
        }
    }
}
