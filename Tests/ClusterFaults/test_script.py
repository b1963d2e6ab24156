"""What scripts/cluster refuses, and what it tells haproxy.

usage: python3 Tests/ClusterFaults/test_script.py"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "cluster"


class Refusals(unittest.TestCase):
    """A cluster whose parts are processes that sleep."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "boot").write_text(Path("/proc/sys/kernel/random/boot_id").read_text())
        (self.folder / "primary").write_text("pg1\n")

    def start(self, part: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(["sleep", "600"])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        (self.folder / f"{part}.pid").write_text(f"{process.pid}\n")
        return process

    def run_script(self, *words: str) -> str:
        """What it says; it must fail."""
        run = subprocess.run(
            [SCRIPT, *words], env=os.environ | {"CLUSTER": str(self.folder), "PORT": "1"}, capture_output=True,
            text=True,
        )
        self.assertNotEqual(run.returncode, 0, run.stdout)
        return run.stderr

    def test_a_standby_is_not_promoted_beside_a_primary_that_runs(self) -> None:
        primary = self.start("pg1")
        self.assertIn("pg1 runs, and is the primary", self.run_script("promote"))
        # From here on it gets as far as looking for a standby.
        self.assertIn("no standby runs", self.run_script("promote", "--force"))
        primary.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, primary.pid, os.WSTOPPED | os.WNOWAIT)
        self.assertIn("no standby runs", self.run_script("promote"))
        primary.kill()
        primary.wait()
        self.assertIn("no standby runs", self.run_script("promote"))
        self.assertIn("promote takes no --forced", self.run_script("promote", "--forced"))

    def test_no_part_is_started_twice(self) -> None:
        for part, name in [("proxy", "the proxy"), ("node1", "node1"), ("pg1", "pg1")]:
            process = self.start(part)
            self.assertIn(f"{name} runs", self.run_script("revive", part))
            self.assertEqual((self.folder / f"{part}.pid").read_text(), f"{process.pid}\n")

    def test_a_database_is_not_asked_to_end(self) -> None:
        process = self.start("pg1")
        self.assertIn("term is for nodes", self.run_script("term", "pg1"))
        self.assertIsNone(process.poll())

    def test_the_usage_names_each_command(self) -> None:
        usage = self.run_script("help").split("\n\n")[0]
        for command in re.findall(r"^(\w+)\)", SCRIPT.read_text().split('case "${1:-up}" in')[1], re.M):
            self.assertIn(command, usage)


class Proxy(unittest.TestCase):
    def setUp(self) -> None:
        [text] = re.findall(r'"\$cluster/proxy\.cfg" <<END\n(.*?)^END$', SCRIPT.read_text(), re.M | re.S)
        self.configuration = subprocess.run(
            ["bash", "-c", f"cat <<END\n{text}END"], env={"port": "18080", "node_host": "127.0.0.1"},
            capture_output=True, text=True, check=True,
        ).stdout

    def test_clients_are_not_left_with_a_node_that_is_frozen(self) -> None:
        self.assertRegex(self.configuration, r"default-server .*\bon-marked-down shutdown-sessions\b")
        # One that hands over isn't marked down: what it has begun is finished.
        self.assertRegex(self.configuration, r"http-check expect status 200 error-status L7OKC\b")

    def test_it_waits_for_longer_than_a_stream_is_silent(self) -> None:
        [seconds] = re.findall(r"timeout server (\d+)s", self.configuration)
        source = SCRIPT.parents[1] / "Sources" / "API" / "System" / "EventStreams.swift"
        [silence] = re.findall(r"A comment every (\d+) seconds", source.read_text())
        self.assertGreater(int(seconds), 2 * int(silence))

    def test_the_manual_has_the_same(self) -> None:
        manual = (SCRIPT.parents[1] / "docs" / "operating.md").read_text()
        [section] = re.findall(r"^### A proxy before several servers\n.*?^```\n(.*?)^```$", manual, re.M | re.S)

        def lines(configuration: str) -> set[str]:
            # Addresses differ, and what only a machine of its own needs.
            parts = (line.strip() for line in configuration.splitlines())
            return {one for one in parts if one and not re.match(r"#|bind |server |global$|maxconn ", one)}

        self.assertEqual(lines(section), lines(self.configuration))

    @unittest.skipUnless(shutil.which("haproxy"), "needs haproxy")
    def test_haproxy_reads_it(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
            file.write(self.configuration)
            file.flush()
            run = subprocess.run(["haproxy", "-c", "-f", file.name], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertNotIn("WARNING", run.stderr)


if __name__ == "__main__":
    unittest.main()
