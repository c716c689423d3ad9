/**
 * Ties a solved bot check to the booking: Turnstile's `action`, and the `purpose` in a challenge of ALTCHA.
 * The page asks for it, and the server refuses any other.
 */
export const BOT_CHECK_ACTION = 'booking'
