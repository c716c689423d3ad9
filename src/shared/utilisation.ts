/**
 * Weeks before today whose utilisation is counted. They are whole ones, so that each weekday counts alike.
 */
export const UTILISED_WEEKS = 12
