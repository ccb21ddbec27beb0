// Journeys: to come.
