import type { Rules } from '../kind.ts'

/**
 * Brings a booking to Odoo. The message has no content, because erp/push.ts sends the state of the booking at
 * the time of the attempt.
 */
export const erpPush = { to: 'odoo', validWhile: null, samples: {} } satisfies Rules & { samples: object }
