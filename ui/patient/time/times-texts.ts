/** Sentences about free times that both the calendar and the list show. */
export const LOADING_TIMES = 'Lade freie Zeiten…'
export const NOTHING_FREE = 'Derzeit keine offenen Termine verfügbar.'
