/**
 * The header of calls that a page makes while nobody uses it, such as to reload its data. They do not prolong
 * the session (docs/behaviour.md 12.4).
 */
export const UNATTENDED_HEADER = 'X-Unattended'
