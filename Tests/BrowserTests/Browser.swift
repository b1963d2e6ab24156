import Foundation

/// One browser window and what a person does with it.
final class Browser: Sendable {
    private let driver: WebDriver
    private let session: String

    init(driver: WebDriver, session: String) {
        self.driver = driver
        self.session = session
    }

    func close() async throws { _ = try await driver.call("DELETE", "session/\(session)") }

    func go(to url: URL) async throws { try await post("url", ["url": url.absoluteString]) }
    func back() async throws { try await post("back") }

    var address: String {
        get async throws { try await driver.call("GET", "session/\(session)/url") as? String ?? "" }
    }

    // MARK: Windows

    /// The handle of the present window.
    var window: String {
        get async throws { try await driver.call("GET", "session/\(session)/window") as? String ?? "" }
    }

    func switchTo(_ window: String) async throws { try await post("window", ["handle": window]) }

    /// Waits for a window that is none of these, and goes on there.
    func switchToNewWindow(from known: Set<String>) async throws {
        for _ in 0..<10_000 {
            let all = try await driver.call("GET", "session/\(session)/window/handles") as? [String] ?? []
            if let new = all.first(where: { !known.contains($0) }) { return try await switchTo(new) }
        }
        throw WebDriver.Refusal(description: "no other window opened")
    }

    /// Opens another tab and goes on there.
    func openTab() async throws {
        let new = try await post("window/new", ["type": "tab"]) as? [String: Any]
        try await switchTo(new?["handle"] as? String ?? "")
    }

    /// Closes the present tab; what it was showing lives on nowhere.
    func closeTab(goingTo other: String) async throws {
        _ = try await driver.call("DELETE", "session/\(session)/window")
        try await switchTo(other)
    }

    // MARK: Looking

    /// Runs `script` as the body of a function in the page.
    @discardableResult func evaluate(_ script: String, _ arguments: [Any] = []) async throws -> Any? {
        try await post("execute/sync", ["script": script, "args": arguments])
    }

    /// Returns when the expression is true in the page, which looks again whenever something there changes or is
    /// drawn. Nothing sleeps.
    func waits(until expression: String) async throws {
        let script = """
            const done = arguments[arguments.length - 1];
            const holds = () => { try { return !!(\(expression)); } catch { return false; } };
            const look = () => holds() ? done(true) : setTimeout(look, 16);
            look();
            """
        while true {
            let document = try await self.document
            do {
                _ = try await post("execute/async", ["script": script, "args": []])
                return
            } catch {
                // A page that was left takes the script with it: a new window begins with an empty one.
                guard try await self.document == document else { continue }
                let text = try await evaluate("return document.body.innerText") as? String ?? ""
                throw WebDriver.Refusal(
                    description: "never true: \(expression) (\(error)); the page says: \(text.prefix(600))")
            }
        }
    }

    /// Another for each page that is loaded.
    private var document: Double? {
        get async throws { try await evaluate("return performance.timeOrigin") as? Double }
    }

    func text(of selector: String) async throws -> String {
        try await evaluate("return document.querySelector(arguments[0])?.innerText ?? ''", [selector]) as? String ?? ""
    }

    func count(of selector: String) async throws -> Int {
        try await evaluate("return document.querySelectorAll(arguments[0]).length", [selector]) as? Int ?? -1
    }

    // MARK: Doing

    /// As a person does, who first brings it out from under what lies over the edges of the window.
    func click(_ selector: String) async throws {
        let element = try await find(selector)
        try await evaluate(
            "arguments[0].scrollIntoView({ block: 'nearest', behavior: 'instant' })", [[Self.elementKey: element]])
        try await post("element/\(element)/click")
    }

    func type(_ text: String, into selector: String) async throws {
        let element = try await find(selector)
        try await post("element/\(element)/clear")
        try await post("element/\(element)/value", ["text": text])
    }

    /// A real key, down and up, to whatever has the focus. `holding` is how long it stays down, in milliseconds.
    func press(_ key: Key, holding: Int = 0) async throws {
        try await act([
            [
                "type": "key", "id": "keyboard",
                "actions": [
                    ["type": "keyDown", "value": key.rawValue], ["type": "pause", "duration": holding],
                    ["type": "keyUp", "value": key.rawValue],
                ],
            ]
        ])
    }

    /// A letter, down and up.
    func press(letter: String) async throws {
        try await act([
            [
                "type": "key", "id": "keyboard",
                "actions": [["type": "keyDown", "value": letter], ["type": "keyUp", "value": letter]],
            ]
        ])
    }

    /// Keys one after the other, to whatever has the focus.
    func write(_ text: String) async throws {
        let keys = text.map { ["type": "keyDown", "value": String($0)] }
            .flatMap { [$0, $0.merging(["type": "keyUp"]) { $1 }] }
        try await act([["type": "key", "id": "keyboard", "actions": keys]])
    }

    /// A finger (or the mouse) on a point of the page, down and up.
    func tap(x: Int, y: Int, touch: Bool, holding: Int = 0) async throws {
        try await act([
            [
                "type": "pointer", "id": "finger", "parameters": ["pointerType": touch ? "touch" : "mouse"],
                "actions": [
                    ["type": "pointerMove", "duration": 0, "x": x, "y": y], ["type": "pointerDown", "button": 0],
                    ["type": "pause", "duration": holding], ["type": "pointerUp", "button": 0],
                ],
            ]
        ])
    }

    /// The mouse takes one element and drops it in the lower part of another.
    func drag(_ selector: String, below target: String) async throws {
        let (source, destination) = (try await find(selector), try await find(target))
        func move(_ element: String, by y: Int) -> [String: Any] {
            ["type": "pointerMove", "duration": 100, "origin": [Self.elementKey: element], "x": 0, "y": y]
        }
        try await act([
            [
                "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
                "actions": [
                    move(source, by: 0), ["type": "pointerDown", "button": 0], move(source, by: 12),
                    move(destination, by: 8), move(destination, by: 12), ["type": "pointerUp", "button": 0],
                ],
            ]
        ])
    }

    /// Two fingers one after the other, the second down before the first is up.
    func tapOverlapping() async throws {
        func finger(_ id: String, x: Int, _ steps: [[String: Any]]) -> [String: Any] {
            let move: [String: Any] = ["type": "pointerMove", "duration": 0, "x": x, "y": 300]
            return ["type": "pointer", "id": id, "parameters": ["pointerType": "touch"], "actions": [move] + steps]
        }
        let (down, up) = (["type": "pointerDown", "button": 0] as [String: Any], ["type": "pointerUp", "button": 0])
        let pause: [String: Any] = ["type": "pause", "duration": 100]
        try await act([
            finger("first", x: 200, [down, pause, pause, pause, up]),
            finger("second", x: 500, [pause, pause, down, pause, pause, pause, up]),
        ])
    }

    enum Key: String {
        case space = " "
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
        case tab = "\u{E004}"
        case pageUp = "\u{E00E}"
        case end = "\u{E010}"
        case home = "\u{E011}"
        case left = "\u{E012}"
        case up = "\u{E013}"
        case right = "\u{E014}"
        case down = "\u{E015}"
        case p = "p"
    }

    // MARK: The browser's own

    /// A command of Chromium's DevTools protocol, to the page of the present window.
    @discardableResult
    func command(_ name: String, _ parameters: [String: Any] = [:]) async throws -> Any? {
        try await post("goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    /// Runs `script` in each page of the present window before the page's own.
    func beforeEachPage(_ script: String) async throws {
        try await command("Page.addScriptToEvaluateOnNewDocument", ["source": script])
    }

    // MARK: Evidence

    /// Keeps a picture of the window below `artifacts/`.
    func photograph(_ name: String) async throws {
        guard
            let text = try await driver.call("GET", "session/\(session)/screenshot") as? String,
            let data = Data(base64Encoded: text)
        else { throw WebDriver.Refusal(description: "no screenshot") }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "artifacts/screenshots")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: "\(name).png"))
    }

    /// The addresses that the page asked for since the last call, event streams included.
    func requests() async throws -> [String] {
        try await log("performance").compactMap { entry in
            guard
                let message = entry["message"] as? String,
                let outer = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any],
                let inner = outer["message"] as? [String: Any],
                inner["method"] as? String == "Network.requestWillBeSent",
                let request = (inner["params"] as? [String: Any])?["request"] as? [String: Any]
            else { return nil }
            return request["url"] as? String
        }
    }

    /// The protocol of each answer since the last call, by its address: `h2`, `http/1.1`.
    func protocols() async throws -> [(address: String, name: String)] {
        try await log("performance").compactMap { entry in
            guard
                let message = entry["message"] as? String,
                let outer = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any],
                let inner = outer["message"] as? [String: Any],
                inner["method"] as? String == "Network.responseReceived",
                let response = (inner["params"] as? [String: Any])?["response"] as? [String: Any],
                let address = response["url"] as? String, let name = response["protocol"] as? String
            else { return nil }
            return (address, name)
        }
    }

    /// What the page wrote to the console as an error since the last call.
    func consoleErrors() async throws -> [String] {
        try await log("browser").compactMap { entry in
            guard entry["level"] as? String == "SEVERE", let message = entry["message"] as? String else { return nil }
            // Asking who is signed in is how a page finds out that nobody is.
            return message.contains("/v1/players/me") && message.contains("401") ? nil : message
        }
    }

    private func log(_ type: String) async throws -> [[String: Any]] {
        try await post("se/log", ["type": type]) as? [[String: Any]] ?? []
    }

    /// The mouse takes an element in its middle, and lets it go so many pixels further right.
    func drag(_ selector: String, right distance: Int) async throws {
        let source = try await find(selector)
        func move(_ x: Int) -> [String: Any] {
            ["type": "pointerMove", "duration": 100, "origin": [Self.elementKey: source], "x": x, "y": 0]
        }
        try await act([
            [
                "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
                "actions": [
                    move(0), ["type": "pointerDown", "button": 0], move(distance), ["type": "pointerUp", "button": 0],
                ],
            ]
        ])
    }

    private func act(_ actions: [[String: Any]]) async throws { try await post("actions", ["actions": actions]) }

    /// How the standard names an element (section 12.1).
    private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    private func find(_ selector: String) async throws -> String {
        let found = try await post("element", ["using": "css selector", "value": selector]) as? [String: Any]
        guard let identifier = found?[Self.elementKey] as? String else {
            throw WebDriver.Refusal(description: "nothing matches \(selector)")
        }
        return identifier
    }

    @discardableResult private func post(_ path: String, _ body: [String: Any] = [:]) async throws -> Any? {
        try await driver.call("POST", "session/\(session)/\(path)", body)
    }
}
