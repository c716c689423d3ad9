import { isInvited, listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import type { Ctx } from '../../ctx.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { goodFinding, hintFinding } from './finding.ts'

/** Counts the people who sign in with a password only. */
export const secondFactorCheck = defineCheck({
  read: (ctx: Ctx) => {
    const admins = listAdmins(ctx).filter((admin) => !isInvited(admin))
    return { all: admins.length, without: admins.filter((admin) => !hasSecondFactor(ctx, admin)).length }
  },

  alerts: ({ without }) => {
    if (without === 0) return []
    const accounts = without === 1 ? '1 Zugang ist' : `${without} Zugänge sind`
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
    findings: ({ all, without }) => {
      if (without === 0)
        return [
          goodFinding('second factor', { text: 'all admins have one', german: 'Alle Personen haben einen' }),
        ]
      const signIn = without === 1 ? 'meldet' : 'melden'
      return [
        hintFinding('second factor', {
          text: `${without} of ${all} admins sign in with a password only`,
          german: `${without} von ${all} Personen ${signIn} sich nur mit einem Passwort an.`,
        }),
      ]
    },
  },
})
