/** Specification section 8, Cancel; the server's own sentences come first. */
export const CANCEL_FAILURE = 'Storno fehlgeschlagen.'
export const TOO_LATE = 'Stornierung online nur bis 24 Stunden vor dem Termin möglich.'
