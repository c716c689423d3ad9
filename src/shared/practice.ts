/** What kind of practice it is; the practice data have no field for it. Source: specification, title and section 1. */
export const PRACTICE_SUBTITLE = 'Wahlarztordination für Allgemeinmedizin'
