import type { Rules } from '../kind.ts'

/** Brings a booking to Odoo as it is then, so it has no content of its own (erp/push.ts). */
export const erpPush = { to: 'odoo', validWhile: null, samples: {} } satisfies Rules & { samples: object }
