/** The steps of the wizard, as its progress names them. */
export const STEP_LABELS = ['Besuch', 'Leistung', 'Termin', 'Daten', 'Prüfen', 'Buchen'] as const
