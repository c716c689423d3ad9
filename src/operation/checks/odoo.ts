import type { Ctx } from '../../ctx.ts'
import { isSyncOn, readErpState } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import type { Instant } from '../../shared/day.ts'
import { isoAt } from '../../time/vienna.ts'
import { type Alert, alertWithCard, defineCheck, unixSeconds } from './check.ts'
import { goodFinding, hintFinding, wrongFinding } from './finding.ts'
import { OUTBOX_PAGE, pastTimeText } from './words.ts'

/** Checks whether Odoo answers. */
export const odooCheck = defineCheck({
  read: (ctx: Ctx) => {
    if (!isSyncOn(ctx)) return undefined
    const state = readErpState(ctx)
    return {
      /** The last time that busy times were read. */
      pulledAt: state?.pulledAt ?? null,
      /** The reason why a later reading failed. */
      error: state?.pullError ?? null,
      /** The reason why no appointment is transferred. Reading may still work. */
      pushFault: outboxState(ctx).erp.fault,
    }
  },

  alerts: (state, now) => {
    if (state === undefined) return []
    const { error, pulledAt, pushFault } = state
    if (error !== null) return [readingAlert(error, { pulledAt, now })]
    return pushFault === null ? [] : [pushAlert(pushFault)]
  },

  doctor: {
    group: 'operation',
    findings: (state, now) => {
      if (state === undefined)
        return [goodFinding('Odoo', { text: 'not set up', german: 'Nicht eingerichtet' })]
      const { error, pulledAt } = state
      if (error !== null)
        return [
          wrongFinding('Odoo', {
            text: `${error} Check it in the web admin, under Odoo.`,
            german: `${error} Bitte unter „Odoo“ prüfen.`,
          }),
        ]
      if (pulledAt === null)
        return [
          hintFinding('Odoo', {
            text: 'not read yet: the running server does so within minutes',
            german: 'Noch nicht gelesen: Das geschieht in wenigen Minuten von selbst.',
          }),
        ]
      const text = `read at ${isoAt(pulledAt)}`
      return [goodFinding('Odoo', { text, german: `Gelesen ${pastTimeText(pulledAt, { now })}` })]
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
      value: (state) => unixSeconds(state?.pulledAt),
    },
  },
})

/** Returns the alert that busy times cannot be read, with the time when they were last read. */
function readingAlert(
  error: string,
  { pulledAt, now }: Readonly<{ pulledAt: Instant | null; now: Instant }>,
): Alert {
  const lastRead = pulledAt === null ? 'noch nie' : `zuletzt ${pastTimeText(pulledAt, { now })}`
  return alertWithCard({
    kind: 'odoo',
    level: 'warning',
    banner: `Odoo: ${error}`,
    title: 'Odoo antwortet nicht',
    detail: `${error} Gelesen ${lastRead}.`,
    href: '/admin/settings/odoo',
  })
}

/** Returns the alert that appointments wait for Odoo because of wrong settings or missing rights. */
function pushAlert(fault: string): Alert {
  return alertWithCard({
    kind: 'odoo',
    level: 'warning',
    banner: `Odoo: ${fault}`,
    title: 'Termine warten auf Odoo',
    detail: fault,
    href: `${OUTBOX_PAGE}?tab=odoo&status=queued`,
  })
}
