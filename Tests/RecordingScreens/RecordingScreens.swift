// RecordingScreens: to come.
