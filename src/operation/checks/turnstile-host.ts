import { findRecentMismatch } from '../../access/config-mismatches.ts'
import type { Ctx } from '../../ctx.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { ADDRESSES_PAGE } from './words.ts'

/** Checks whether Turnstile checks come from a host that is not one of the portal's URLs. */
export const turnstileHostCheck = defineCheck({
  read: (ctx: Ctx) => findRecentMismatch(ctx, 'turnstile-host'),
  alerts: (host) => {
    if (host === undefined) return []
    return [
      alertWithCard({
        kind: 'turnstile-host',
        level: 'warning',
        banner: `Sicherheitsprüfungen von ${host} werden abgelehnt.`,
        title: 'Sicherheitsprüfung von fremder Adresse',
        detail: `Turnstile meldet ${host} als Adresse der Seite. Ist das Ihre, tragen Sie sie bei den Adressen ein.`,
        href: ADDRESSES_PAGE,
      }),
    ]
  },
})
