extension Migration {
    /// When each device last had nothing to send for each game; `devices.empty_queue` was of all games together.
    static let deviceQueues = """
        CREATE TABLE device_queues (device INTEGER NOT NULL REFERENCES devices ON DELETE CASCADE, app INTEGER NOT NULL,
            environment INTEGER NOT NULL, emptied INTEGER NOT NULL,
            PRIMARY KEY (device, app, environment)) WITHOUT ROWID;
        """
}
