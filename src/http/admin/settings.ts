import { type Context, Hono } from 'hono'
import { type Ctx, inTx } from '../../ctx.ts'
import { saveSettings, showSettings, storedSecrets } from '../../practice/settings.ts'
import { statusText } from '../../practice/status.ts'
import { type Group, SETTINGS, type ShownSettings, settingsSchema } from '../../shared/settings.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, joinFieldErrors } from '../input.ts'
import { balanceRoutes } from './balances.ts'
import { connectionTestRoutes } from './connection-tests.ts'
import { assertEtag, etagOf, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'
import { workingHoursRoutes } from './working-hours.ts'

/** What the practice sets up. */
export function settingsRoutes(deps: Deps) {
  return new Hono<AdminEnv>()
    .route('/practice', groupRoutes('practice'))
    .route('/settings/general', groupRoutes('general'))
    .route('/settings/urls', groupRoutes('urls'))
    .route('/settings/odoo', groupRoutes('odoo'))
    .route('/settings/clicksend', groupRoutes('clicksend'))
    .route('/settings/sevenio', groupRoutes('sevenio'))
    .route('/', workingHoursRoutes())
    .route('/', balanceRoutes(deps))
    .route('/', connectionTestRoutes(deps))
}

/**
 * GET answers a secret as '' and says in `secrets` whether one is stored. PUT keeps what is missing and secrets that are
 * empty; null removes a secret.
 */
function groupRoutes<G extends Group>(group: G) {
  const show = (c: Context<AdminEnv>): ShownSettings<G> => withEtag(c, showSettings(ctxOf(c), group))
  const schema = (ctx: Ctx) => settingsSchema(group, storedSecrets(ctx, group))
  return new Hono<AdminEnv>()
    .get('/', (c) => c.json(show(c)))
    .put('/', body(schema, joinFieldErrors), (c) => {
      const ctx = ctxOf(c)
      const saved = inTx(ctx, () => {
        const current = showSettings(ctx, group)
        assertEtag(c, current, etagOf(ctx, current))
        saveSettings(ctx, group, c.req.valid('json'))
        return show(c)
      })
      const message: string = SETTINGS[group].saved
      return c.json({ message, ...(group === 'general' && { statusText: statusText(ctx) }), ...saved })
    })
}
