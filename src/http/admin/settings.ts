import { Hono } from 'hono'
import type { Ctx } from '../../ctx.ts'
import { forgetFault } from '../../messaging/outbox/faults.ts'
import { saveSettings, showSettings, storedSecrets } from '../../practice/settings.ts'
import { statusText } from '../../practice/status.ts'
import { type Group, SETTINGS, settingsSchema } from '../../shared/settings.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, joinFieldErrors } from '../input.ts'
import { connectionTestRoutes } from './connection-tests.ts'
import { saveIfCurrent, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'
import { smsRoutes } from './sms.ts'
import { workingHoursRoutes } from './working-hours.ts'

/** What the practice sets up. */
export function settingsRoutes(deps: Deps) {
  return (
    new Hono<AdminEnv>()
      .route('/practice', groupRoutes('practice'))
      .route('/settings/general', groupRoutes('general'))
      .route('/settings/urls', groupRoutes('urls'))
      // The pause after a fault of the old settings is over.
      .route(
        '/settings/smtp',
        groupRoutes('smtp', (ctx) => forgetFault(ctx, 'email')),
      )
      .route('/settings/odoo', groupRoutes('odoo'))
      .route('/settings/clicksend', groupRoutes('clicksend'))
      .route('/settings/sevenio', groupRoutes('sevenio'))
      .route('/', workingHoursRoutes())
      .route('/', smsRoutes(deps))
      .route('/', connectionTestRoutes(deps))
  )
}

/** GET and PUT of a group. Source: docs/behaviour.md 12.11 to 12.13. */
function groupRoutes<G extends Group>(group: G, onSaved?: (ctx: Ctx) => void) {
  const schema = (ctx: Ctx) => settingsSchema(group, storedSecrets(ctx, group))
  return new Hono<AdminEnv>()
    .get('/', (c) => c.json(withEtag(c, showSettings(ctxOf(c), group))))
    .put('/', body(schema, joinFieldErrors), (c) => {
      const ctx = ctxOf(c)
      const saved = saveIfCurrent(
        c,
        () => showSettings(ctx, group),
        () => saveSettings(ctx, group, c.req.valid('json')),
      )
      onSaved?.(ctx)
      const message: string = SETTINGS[group].saved
      return c.json({ message, ...(group === 'general' && { statusText: statusText(ctx) }), ...saved })
    })
}
