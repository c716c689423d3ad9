import { CROWDED_FROM } from '../../booking/hold-limits.ts'
import { listHoldsOfStrangers } from '../../booking/live-holds.ts'
import type { Ctx } from '../../ctx.ts'
import { alertWithCard, defineCheck } from './check.ts'

/** Checks whether strangers hold so many times that few may be left for others. */
export const holdsCheck = defineCheck({
  read: (ctx: Ctx) => listHoldsOfStrangers(ctx).length,
  alerts: (count) => {
    if (count < CROWDED_FROM) return []
    const title = `${count} Zeiten sind gerade reserviert`
    return [
      alertWithCard({
        kind: 'holds',
        level: 'warning',
        banner: `${title}.`,
        title,
        detail:
          'Von E-Mail-Adressen ohne bestätigten Termin. Wer nicht fertig bucht, gibt seine Zeit von selbst wieder frei.',
        href: '/admin?holds=release',
      }),
    ]
  },
})
