import type { Ctx } from '../../ctx.ts'
import { isSyncOn, readErpState } from '../../erp/sync.ts'
import { isoAt } from '../../time/vienna.ts'
import { alert, defineCheck, timestamp } from './check.ts'
import { good, hint, wrong } from './finding.ts'
import { recently } from './words.ts'

/** Whether Odoo answers. */
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
    findings: (state) => {
      if (state === undefined) return [good('Odoo', 'not set up')]
      const { error, pulledAt } = state
      if (error) return [wrong('Odoo', `${error} Check it in the web admin, under Odoo.`)]
      return pulledAt
        ? [good('Odoo', `read at ${isoAt(pulledAt)}`)]
        : [hint('Odoo', 'not read yet: the running server does so within minutes')]
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
