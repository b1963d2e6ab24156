import Foundation
import LaurelProcess
import Testing

/// What games say to those who listen to their pages.
@Suite("What games say aloud") struct SaidTests {
    @Test("what comes within a second of the last is said after it, together, and nothing is lost or said twice")
    func queue() throws {
        let script = #"""
            const { Said } = await import(process.argv[1]);
            let now = 0;
            const due = [];
            const heard = [];
            const said = new Said((sentences) => heard.push(`${now} ${sentences.join("+")}`), {
                now: () => now, later: (does, rest) => due.push({ does, at: now + rest }),
            });
            const until = (time) => {
                while (due.length > 0 && due[0].at <= time) {
                    const { does, at } = due.shift();
                    now = at;
                    does();
                }
                now = time;
            };
            said.say("Game over.", "");
            until(30);
            said.say("Ranked 3 of 12.");
            until(200);
            said.say("No tries left.", "Ranked 3 of 12.");
            until(1_500);
            said.say("Sent.");
            until(4_000);
            said.say("At once.");
            until(4_100);
            said.say("Of the game before.");
            said.clear();
            until(6_000);
            console.log(heard.join(" | "), due.length);
            """#
        let module = Site.root.appending(path: "play/host/said.js").absoluteString
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", script, module])
        #expect(
            node.remainingOutput() == "0 Game over. | 1000 Ranked 3 of 12.+No tries left. | 2000 Sent. "
                + "| 4000 At once. | 4100  0")
        #expect(node.wait() == 0)
    }
}
