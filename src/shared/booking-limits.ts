/** The longest message or reason, in characters (docs/behaviour.md 8.15). */
export const MESSAGE_LENGTH = 1000

/** Characters of an internal note of the practice. */
export const NOTE_LENGTH = 2000

/**
 * The most bookings that one call cancels, rejects or suggests times for. A larger number would hold up the
 * other calls.
 */
export const BOOKINGS_AT_ONCE = 100
