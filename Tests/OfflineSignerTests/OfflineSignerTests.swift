// OfflineSignerTests: to come.
