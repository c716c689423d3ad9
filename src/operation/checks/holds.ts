import { CROWDED_FROM_HOLDS } from '../../booking/hold-limits.ts'
import { listHoldsOfStrangers } from '../../booking/live-holds.ts'
import type { Ctx } from '../../ctx.ts'
import { alertWithCard, defineCheck } from './check.ts'

/** Checks whether strangers hold so many times that few may be left for others. */
export const holdsCheck = defineCheck({
  read: (ctx: Ctx) => listHoldsOfStrangers(ctx).length,
  alerts: (holdCount) => {
    if (holdCount < CROWDED_FROM_HOLDS) return []
    const title = `${holdCount} Zeiten sind gerade reserviert`
    return [
      alertWithCard({
        kind: 'holds',
        level: 'warning',
        banner: `${title}.`,
        title,
        detail:
          'Von E-Mail-Adressen ohne bestätigten Termin. Wer nicht fertig bucht, gibt seine Zeit von selbst wieder frei.',
        // With this parameter the overview opens the dialog that frees the times.
        href: '/admin?holds=release',
      }),
    ]
  },
})
