import { Hono } from 'hono'
import * as v from 'valibot'
import { recordAudit } from '../../access/audit.ts'
import { countAttempt } from '../../access/rate-limit.ts'
import { assertProved } from '../../access/sessions.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { testOdooConnection } from '../../erp/connection-test.ts'
import { resumePushes } from '../../erp/push-queue.ts'
import { sendTestMail, sendTestSms } from '../../messaging/connection-tests.ts'
import { sendByFormerServer } from '../../messaging/email/former-server.ts'
import { forgetFault } from '../../messaging/outbox/faults.ts'
import { changesOf } from '../../practice/settings-change.ts'
import { filledSettings, showSettings } from '../../practice/shown-settings.ts'
import { statusText } from '../../practice/status.ts'
import { hoursFromWeek, readWeek, saveWeek, weekFromHours } from '../../schedule/hours.ts'
import { HOURS_SAVED } from '../../shared/admin-messages.de.ts'
import { HOUR } from '../../shared/day.ts'
import { type WorkingHours, workingHoursSchema } from '../../shared/hours.ts'
import { Problem } from '../../shared/problems.ts'
import { type Group, SETTINGS } from '../../shared/settings/settings.ts'
import { settingsSchema } from '../../shared/settings/settings-schema.ts'
import { SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { type FormerNotices, saveSettingsAndNotify } from '../../staff/security-notices.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, joinFieldErrors, noBody } from '../input.ts'
import { assertCurrent, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'

const hoursBody = v.strictObject({ workingHours: workingHoursSchema })

/** The tests of the saved settings, by group. Each returns the sentence for the admin. */
const TESTS = new Map<string, (ctx: Ctx, deps: Deps) => Promise<string>>([
  ['urls', sendTestMail],
  ['smtp', sendTestMail],
  ...SMS_PROVIDERS.map(
    (provider) => [provider, (ctx: Ctx, deps: Deps) => sendTestSms(ctx, provider, deps)] as const,
  ),
  ['odoo', (ctx, { resolveHost }) => testOdooConnection(ctx, resolveHost)],
])

/**
 * The settings whose change needs a fresh proof (docs/behaviour.md 12.47): who reads backups, e-mails and
 * appointments, and where links lead.
 */
const NEEDS_PROOF: Readonly<Partial<Record<Group, (setting: string) => boolean>>> = {
  general: (setting) => setting === 'backup_recipient',
  urls: () => true,
  smtp: () => true,
  odoo: (setting) => setting === 'ODOO_URL',
}

/** A limit, because a test SMS costs money. Setting up needs far fewer tests. */
const TESTS_PER_HOUR = { most: 20, window: HOUR }

/** The calls of the pages of settings: read, save and test each group. */
export function settingsRoutes(deps: Deps) {
  return (
    new Hono<AdminEnv>()
      // The practice's address can be the sender, without which all e-mails are paused.
      .route(
        '/practice',
        groupRoutes('practice', (ctx) => forgetFault(ctx, 'email')),
      )
      .route('/settings/general', groupRoutes('general'))
      .route('/settings/urls', groupRoutes('urls'))
      // A fault in the old settings pauses all e-mails or pushes, and the new settings may have fixed it.
      .route(
        '/settings/smtp',
        groupRoutes('smtp', (ctx, notices) => {
          forgetFault(ctx, 'email')
          // This does not wait for the former server, which may be gone.
          if (notices !== undefined) void sendByFormerServer(() => deps.ctx(ctx.actor), deps, notices)
        }),
      )
      .route('/settings/odoo', groupRoutes('odoo', resumePushes))
      .route('/settings/clicksend', groupRoutes('clicksend'))
      .route('/settings/sevenio', groupRoutes('sevenio'))
      .get('/settings/working-hours', (c) => c.json(withEtag(c, hoursAnswer(ctxOf(c)))))
      .put('/settings/working-hours', body(hoursBody, joinFieldErrors), (c) => {
        const ctx = ctxOf(c)
        const { workingHours } = c.req.valid('json')
        const saved = inTx(ctx, () => {
          assertCurrent(c, hoursAnswer(ctx))
          saveWeek(ctx, weekFromHours(workingHours))
          return withEtag(c, hoursAnswer(ctx))
        })
        return c.json({ message: HOURS_SAVED, ...saved })
      })
      // A test that fails is answered as test_failed with the reason.
      .post('/settings/:group/test', noBody, async (c) => {
        const group = c.req.param('group')
        const test = TESTS.get(group)
        if (test === undefined) throw new Problem('unknown_path')
        countAttempt(ctxOf(c), [[`connection-test:${group}`, TESTS_PER_HOUR]])
        recordAudit(ctxOf(c), 'settings-tested', group)
        return c.json({ message: await test(ctxOf(c), deps) })
      })
  )
}

/**
 * GET and PUT of a group of settings (docs/behaviour.md 12.11 to 12.13).
 * @param onSaved runs after the transaction of a change; its `notices` are for the former mail server
 */
function groupRoutes<G extends Group>(
  group: G,
  onSaved?: (ctx: Ctx, notices: FormerNotices | undefined) => void,
) {
  const schema = (ctx: Ctx, input: object) => settingsSchema(group, filledSettings(ctx, group), input)
  return new Hono<AdminEnv>()
    .get('/', (c) => c.json(withEtag(c, showSettings(ctxOf(c), group))))
    .put('/', body(schema, joinFieldErrors), (c) => {
      const ctx = ctxOf(c)
      const change = c.req.valid('json')
      const needsProof = NEEDS_PROOF[group] ?? (() => false)
      if (changesOf(ctx, group, change).some(({ field }) => needsProof(field)))
        assertProved(ctx, c.get('session'))
      const { notices, saved } = inTx(ctx, () => {
        assertCurrent(c, showSettings(ctx, group))
        const notices = saveSettingsAndNotify(ctx, group, change)
        return { notices, saved: withEtag(c, showSettings(ctx, group)) }
      })
      onSaved?.(ctx, notices)
      const message: string = SETTINGS[group].saved
      return c.json({ message, ...(group === 'general' && { statusText: statusText(ctx) }), ...saved })
    })
}

/** Returns the working hours of the practice, within which patients find free times. */
function hoursAnswer(ctx: Ctx): { workingHours: WorkingHours } {
  return { workingHours: hoursFromWeek(readWeek(ctx)) }
}
