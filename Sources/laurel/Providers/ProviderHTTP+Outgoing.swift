import LaurelNotifications
import LaurelProviders

extension ProviderHTTP {
    /// Over libcurl, on threads of its own. The operator named the providers, so they may be in the same network.
    init(_ http: OutgoingHTTP, authorities: String?) {
        self.init { request in
            let url: DeliveryURL
            do throws(DeliveryURLError) {
                url = try DeliveryURL(request.url, allowsPlain: true, bytesLimit: 32_768)
            } catch {
                return .failed("the address can't be used: \(error)")
            }
            let headers = request.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            let outgoing = OutgoingHTTP.Request(
                url, headers: headers, body: request.form ?? [], isPost: request.form != nil, authorities: authorities)
            return switch await http.fetch(outgoing) {
            case .answered(let status, let body): .answered(status, body)
            case .failed(let reason): .failed(reason)
            }
        }
    }
}
