/// What is done with an exchange.
public enum ExchangeAction: CaseIterable, Hashable, Sendable {
    case reply, cancel

    var endpoint: Endpoint {
        switch self {
        case .reply: .replyToExchange
        case .cancel: .cancelExchange
        }
    }
}
