import Foundation
import LaurelProcess

/// Chromium, driven as the W3C WebDriver standard says (https://www.w3.org/TR/webdriver2/).
final class WebDriver: Sendable {
    private let driver: ChildProcess
    private let http: LocalHTTP

    init() throws {
        guard let path = Self.find("chromedriver") else { throw Missing(program: "chromedriver") }
        // It binds a free port of IPv4 first, then the same of IPv6, which another program may have by then: it ends.
        for _ in 0..<10 {
            let driver = try ChildProcess(path, ["--port=0"])
            guard let port = Self.port(saidBy: driver) else {
                driver.end(with: SIGKILL)
                continue
            }
            self.driver = driver
            http = LocalHTTP(.port(port))
            return
        }
        throw Missing(program: "chromedriver's port")
    }

    /// - Returns: nil: it ended without one.
    private static func port(saidBy driver: ChildProcess) -> UInt16? {
        while let line = driver.nextLine() {
            if let range = line.range(of: "successfully on port [0-9]+", options: .regularExpression) {
                return UInt16(line[range].dropFirst("successfully on port ".count))
            }
        }
        return nil
    }

    struct Missing: Error, CustomStringConvertible {
        let program: String
        var description: String { "\(program) is not there; type: sudo apt-get install chromium chromium-driver" }
    }

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    deinit { driver.end(with: SIGKILL) }

    private static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(filePath: "\($0)/\(name)") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// A browser of its own: own cookies, own storage.
    /// - Parameters:
    ///   - trusted: SHA-256 of a public key, in base 64, whose certificates it believes without an authority.
    ///   - keepsRequests: for ``Browser/requests()`` and ``Browser/protocols()``: chromedriver is told of every one.
    func open(
        _ device: Device, language: String = "en-US", dark: Bool = false, trusted: String? = nil,
        keepsRequests: Bool = false
    ) async throws -> Browser {
        var arguments = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars",
            "--lang=\(language)", "--window-size=\(device.width),\(device.height)",
            // What drops down from the address bar is two pages of the browser's own: 0.9 CPU seconds, and never seen.
            "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
        ]
        if dark { arguments.append("--force-dark-mode") }
        if let trusted { arguments.append("--ignore-certificate-errors-spki-list=\(trusted)") }
        var options: [String: Any] = ["args": arguments, "prefs": ["intl.accept_languages": language]]
        var logs = ["browser": "ALL"]
        if keepsRequests {
            options["perfLoggingPrefs"] = ["enableNetwork": true]
            logs["performance"] = "ALL"
        }
        if device.isTouch {
            options["mobileEmulation"] = [
                "deviceMetrics": [
                    "width": device.width, "height": device.height, "pixelRatio": 2, "touch": true, "mobile": true,
                ]
            ]
        }
        let wanted: [String: Any] = [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome", "goog:chromeOptions": options,
                    "goog:loggingPrefs": logs,
                    "timeouts": ["script": 300_000],
                ]
            ]
        ]
        guard
            let made = try await call("POST", "session", wanted) as? [String: Any],
            let identifier = made["sessionId"] as? String
        else { throw Refusal(description: "no session") }
        return Browser(driver: self, session: identifier)
    }

    struct Device: Sendable {
        let width: Int
        let height: Int
        let isTouch: Bool
        static let desktop = Device(width: 1280, height: 800, isTouch: false)
        static let phone = Device(width: 390, height: 844, isTouch: true)
    }

    func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any? {
        let data = method == "POST" ? try JSONSerialization.data(withJSONObject: body ?? [:]) : nil
        let type = ["Content-Type": "application/json; charset=utf-8"]
        let answer = try await http.call(method, "/\(path)", headers: data == nil ? [:] : type, body: data).object
        let value = answer["value"]
        if let problem = value as? [String: Any], let error = problem["error"] as? String {
            let message = (problem["message"] as? String ?? "").split(separator: "\n").first.map(String.init) ?? ""
            throw Refusal(description: "\(error): \(message)")
        }
        return value is NSNull ? nil : value
    }
}
