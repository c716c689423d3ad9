import type { Ctx } from '../../ctx.ts'
import { readSetting } from '../../practice/settings.ts'
import { defineCheck } from './check.ts'

/** Checks whether the practice has closed online booking. */
export const maintenanceCheck = defineCheck({
  read: (ctx: Ctx) => readSetting(ctx, 'general', 'booking_maintenance_active'),
  alerts: (isOn) => {
    if (!isOn) return []
    const banner = 'Die Online-Buchung ist geschlossen (Wartung).'
    return [{ kind: 'maintenance', level: 'maintenance', banner }]
  },
})
