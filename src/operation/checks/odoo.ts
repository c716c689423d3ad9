import type { Ctx } from '../../ctx.ts'
import { isSyncOn, readErpState } from '../../erp/sync.ts'
import { isoAt } from '../../time/vienna.ts'
import { alert, defineCheck, timestamp } from './check.ts'
import { good, hint, wrong } from './finding.ts'
import { recently } from './words.ts'

/** Checks whether Odoo answers. */
export const odoo = defineCheck({
  read: (ctx: Ctx) => {
    if (!isSyncOn(ctx)) return undefined
    const state = readErpState(ctx)
    /** When busy times were last read, and why the reading after that failed. */
    return { pulledAt: state?.pulledAt ?? null, error: state?.pullError ?? null }
  },

  alerts: (state, now) => {
    if (state === undefined || state.error === null) return []
    const { error, pulledAt } = state
    const read = pulledAt === null ? 'noch nie' : `zuletzt ${recently(now, pulledAt)}`
    return [
      alert({
        kind: 'odoo',
        level: 'warning',
        banner: `Odoo: ${error}`,
        title: 'Odoo antwortet nicht',
        detail: `${error} Gelesen ${read}.`,
        href: '/admin/settings/odoo',
      }),
    ]
  },

  doctor: {
    group: 'operation',
    findings: (state, now) => {
      if (state === undefined) return [good('Odoo', { text: 'not set up', german: 'Nicht eingerichtet' })]
      const { error, pulledAt } = state
      if (error)
        return [
          wrong('Odoo', {
            text: `${error} Check it in the web admin, under Odoo.`,
            german: `${error} Bitte unter „Odoo“ prüfen.`,
          }),
        ]
      return [
        pulledAt
          ? good('Odoo', {
              text: `read at ${isoAt(pulledAt)}`,
              german: `Gelesen ${recently(now, pulledAt)}`,
            })
          : hint('Odoo', {
              text: 'not read yet: the running server does so within minutes',
              german: 'Noch nicht gelesen: Das geschieht in wenigen Minuten von selbst.',
            }),
      ]
    },
  },

  metrics: {
    ordi_odoo_on: {
      help: '1 while the synchronisation with Odoo is switched on.',
      value: (state) => Number(state !== undefined),
    },
    ordi_odoo_failing: {
      help: '1 if busy times could not be read at the last attempt.',
      value: (state) => Number(state !== undefined && state.error !== null),
    },
    ordi_odoo_last_pull_timestamp_seconds: {
      help: 'When busy times were last read.',
      value: (state) => timestamp(state?.pulledAt),
    },
  },
})
