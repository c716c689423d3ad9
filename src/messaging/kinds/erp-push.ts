import type { Rules } from '../kind.ts'

/**
 * Has a booking brought to Odoo. The message has no content of its own, because erp/push.ts sends what the
 * booking is at the time of the attempt.
 */
export const erpPush = { to: 'odoo', validWhile: null, samples: {} } satisfies Rules & { samples: object }
