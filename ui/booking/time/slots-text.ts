/** Specification sections 2 and 8: what calendar and list both say. */
export const LOADING_TIMES = 'Lade freie Zeiten…'
export const NOTHING_FREE = 'Derzeit keine offenen Termine verfügbar.'
