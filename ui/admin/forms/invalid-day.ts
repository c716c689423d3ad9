/** The error for a typed text that is not a day. */
export const INVALID_DAY = 'Bitte ein Datum wie 3.12. angeben.'
