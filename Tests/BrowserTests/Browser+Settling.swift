import Foundation

/// Pages of which a test knows nothing in particular: they are there when they ask for nothing more and stay as they
/// are.
extension Browser {
    /// Makes pages tell when they have settled. Once for a window, before its first page.
    func settles() async throws {
        try await beforeEachPage(
            """
            globalThis.settling = { asked: 0, changes: 0, looks: 0, reports: [] };
            addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
                settling.reports.push(`${violatedDirective}: ${blockedURI}`));
            {
                // In a block: a name of the whole script would stand before the page's own.
                const fetch = globalThis.fetch;
                globalThis.fetch = (...request) => {
                    settling.asked += 1;
                    return fetch(...request).finally(() => setTimeout(() => { settling.asked -= 1; }));
                };
            }
            new MutationObserver(() => { settling.looks = 0; }).observe(document, { subtree: true, childList: true,
                characterData: true, attributes: true, attributeFilter: ["aria-busy", "hidden", "class"] });
            globalThis.hasSettled = () => {
                const isThere = document.readyState === "complete" && settling.asked === 0
                    && document.querySelector("h1, canvas") !== null
                    && document.querySelector("[aria-busy=true], .skeleton:not([hidden] *)") === null;
                settling.looks = isThere ? settling.looks + 1 : 0;
                return settling.looks > 8;
            };
            """)
    }

    func goAndSettle(_ url: URL) async throws {
        // An address that differs after its "#" alone would load nothing.
        if url.fragment() != nil { try await go(to: URL(string: "about:blank") ?? url) }
        try await go(to: url)
        try await waits(until: "hasSettled()")
    }
}
