import { isInvited, listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import type { Ctx } from '../../ctx.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { goodFinding, hintFinding } from './finding.ts'

/** Counts the people who sign in with a password only. */
export const secondFactorCheck = defineCheck({
  read: (ctx: Ctx) => {
    const admins = listAdmins(ctx).filter((admin) => !isInvited(admin))
    const unprotected = admins.filter((admin) => !hasSecondFactor(ctx, admin))
    return { adminCount: admins.length, unprotectedCount: unprotected.length }
  },

  alerts: ({ unprotectedCount }) => {
    if (unprotectedCount === 0) return []
    const accounts = unprotectedCount === 1 ? '1 Zugang ist' : `${unprotectedCount} Zugänge sind`
    return [
      alertWithCard({
        kind: 'second-factor',
        level: 'info',
        title: 'Zweiter Faktor fehlt',
        detail: `${accounts} nur mit Passwort geschützt.`,
        href: '/admin/account',
      }),
    ]
  },

  doctor: {
    group: 'operation',
    findings: ({ adminCount, unprotectedCount }) => {
      if (unprotectedCount === 0)
        return [
          goodFinding('second factor', { text: 'all admins have one', german: 'Alle Personen haben einen' }),
        ]
      const verb = unprotectedCount === 1 ? 'meldet' : 'melden'
      return [
        hintFinding('second factor', {
          text: `${unprotectedCount} of ${adminCount} admins sign in with a password only`,
          german: `${unprotectedCount} von ${adminCount} Personen ${verb} sich nur mit einem Passwort an.`,
        }),
      ]
    },
  },
})
