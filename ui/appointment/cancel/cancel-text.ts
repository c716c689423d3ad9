/** Specification section 8, Cancel; the server's own sentences come first. */
export const CANCEL_FAILURE = 'Storno fehlgeschlagen.'
