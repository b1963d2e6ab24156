import Glibc
import LaurelHTTPServer

extension StartError {
    /// Why a server doesn't listen, and what to do.
    ///
    /// - Parameters:
    ///   - address: where it was to.
    ///   - option: the one with the port.
    ///   - addressOption: the one with the address.
    func failure(_ address: String, _ option: String = "--port", addressOption: String = "--address") -> Failure {
        switch self {
        case .inUse:
            Failure("\(description); choose another with \(option), or stop what's using it", status: 1)
        case .notPermitted(.tcp):
            Failure(
                "\(description). Give its systemd unit \(ServingCheck.portRight), or use a port above 1023 behind a "
                    + "proxy", status: 1)
        case .notPermitted(.unix(let path)):
            Failure("\(description). Run this as the user whose folder it is, or remove \(path)", status: 1)
        case .system(_, let code):
            // The same words as `serve --check` and `laurel doctor`.
            switch ServingCheck.address(address, addressOption) {
            case let check where check.state == .wrong:
                Failure([check.title, check.advice].compactMap { $0 }.joined(separator: ". "), status: 1)
            default: Failure("can't listen on \(address): \(String(cString: strerror(code)))", status: 1)
            }
        case .notAnAddress, .unusablePath, .startedTwice, .unusableTLS: Failure(description, status: 1)
        }
    }
}
