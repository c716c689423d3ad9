import { Hono } from 'hono'
import { assertProved } from '../../access/sessions.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { resumePushes } from '../../erp/push-queue.ts'
import { sendByFormerServer } from '../../messaging/email/former-server.ts'
import { forgetFault } from '../../messaging/outbox/faults.ts'
import { changedSettings } from '../../practice/settings-change.ts'
import { consequencesText } from '../../practice/settings-consequences.ts'
import { filledSettings, showSettings } from '../../practice/shown-settings.ts'
import { type Group, SETTINGS } from '../../shared/settings/settings.ts'
import { settingsSchema } from '../../shared/settings/settings-schema.ts'
import { type FormerNotices, saveSettingsAndNotify } from '../../staff/security-notices.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, WITH_FIELD_ERRORS } from '../input.ts'
import { assertAnswerUnchanged, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'

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

/** The calls that read and save each group of settings. */
export function settingsRoutes(deps: Deps) {
  return (
    new Hono<AdminEnv>()
      // The practice's e-mail address can be the sender, without which all e-mails are paused.
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
  )
}

/**
 * Returns GET and PUT of a group of settings (docs/behaviour.md 12.11 to 12.13).
 * @param onSaved runs after the transaction of a change; its `notices` are for the former mail server
 */
function groupRoutes<G extends Group>(
  group: G,
  onSaved?: (ctx: Ctx, notices: FormerNotices | undefined) => void,
) {
  const bodySchema = (ctx: Ctx, input: object) => settingsSchema(group, filledSettings(ctx, group), input)
  return new Hono<AdminEnv>()
    .get('/', (c) => c.json(withEtag(c, showSettings(ctxOf(c), group))))
    .put('/', body(bodySchema, WITH_FIELD_ERRORS), (c) => {
      const ctx = ctxOf(c)
      const change = c.req.valid('json')
      const needsProof = NEEDS_PROOF[group] ?? (() => false)
      if (changedSettings(ctx, group, change).some(({ field }) => needsProof(field)))
        assertProved(ctx, c.get('session'))
      const { notices, saved } = inTx(ctx, () => {
        assertAnswerUnchanged(c, showSettings(ctx, group))
        // The answer is read last, so that it has the new settings.
        return {
          notices: saveSettingsAndNotify(ctx, group, change),
          saved: withEtag(c, showSettings(ctx, group)),
        }
      })
      onSaved?.(ctx, notices)
      const message: string = SETTINGS[group].saved
      return c.json({ message, ...(group === 'general' && { statusText: consequencesText(ctx) }), ...saved })
    })
}
