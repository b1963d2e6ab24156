public import LaurelCryptography
public import LaurelService

extension PasswordHashing {
    public init(_ pool: PasswordPool) {
        self.init(
            hash: { await pool.hash($0) },
            verify: { password, hash in
                switch await pool.verify(password, hash) {
                case .right: .right
                case .rightButOutdated: .rightButOutdated
                case .wrong: .wrong
                case nil: .busy
                }
            })
    }
}
