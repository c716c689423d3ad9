import { type Context, Hono } from 'hono'
import { type Ctx, inTx } from '../../ctx.ts'
import {
  type Group,
  type SettingsChange,
  type ShownSettings,
  saveSettings,
  showSettings,
} from '../../practice/settings.ts'
import { statusText } from '../../practice/status.ts'
import { ODOO_SAVED, PRACTICE_SAVED, SETTINGS_SAVED, SMS_SAVED } from '../../shared/messages.de.ts'
import {
  clicksendSchema,
  generalSchema,
  odooSchema,
  practiceSchema,
  sevenioSchema,
  urlsSchema,
} from '../../shared/settings.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, joinFieldErrors } from '../input.ts'
import { balanceRoutes } from './balances.ts'
import { connectionTestRoutes } from './connection-tests.ts'
import { assertEtag, etagOf, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'
import { workingHoursRoutes } from './working-hours.ts'

/**
 * What the practice sets up (specification, sections 3, 5 and 7). A secret is answered as '' and `secrets` tells whether one is
 * stored; sent as '' it stays, and null takes it away.
 */
export function settingsRoutes(deps: Deps) {
  return new Hono<AdminEnv>()
    .get('/practice', (c) => c.json(show(c, 'practice')))
    .put('/practice', body(practiceSchema, joinFieldErrors), (c) =>
      c.json({ message: PRACTICE_SAVED, ...save(c, 'practice', c.req.valid('json')) }),
    )
    .get('/settings/general', (c) => c.json(show(c, 'general')))
    .put('/settings/general', body(generalSchema, joinFieldErrors), (c) => {
      const saved = save(c, 'general', c.req.valid('json'))
      return c.json({ message: SETTINGS_SAVED, statusText: statusText(ctxOf(c)), ...saved })
    })
    .get('/settings/urls', (c) => c.json(show(c, 'urls')))
    .put('/settings/urls', body(urlsSchema, joinFieldErrors), (c) =>
      c.json({ message: SETTINGS_SAVED, ...save(c, 'urls', c.req.valid('json')) }),
    )
    .get('/settings/odoo', (c) => c.json(show(c, 'odoo')))
    .put('/settings/odoo', body(odooSchema, joinFieldErrors), (c) =>
      c.json({ message: ODOO_SAVED, ...save(c, 'odoo', c.req.valid('json')) }),
    )
    .get('/settings/clicksend', (c) => c.json(show(c, 'clicksend')))
    .put('/settings/clicksend', body(clicksendSchema, joinFieldErrors), (c) =>
      c.json({ message: SMS_SAVED, ...save(c, 'clicksend', c.req.valid('json')) }),
    )
    .get('/settings/sevenio', (c) => c.json(show(c, 'sevenio')))
    .put('/settings/sevenio', body(sevenioForm, joinFieldErrors), (c) =>
      c.json({ message: SMS_SAVED, ...save(c, 'sevenio', c.req.valid('json')) }),
    )
    .route('/', workingHoursRoutes())
    .route('/', balanceRoutes(deps))
    .route('/', connectionTestRoutes(deps))
}

function sevenioForm(ctx: Ctx) {
  return sevenioSchema({ keyStored: showSettings(ctx, 'sevenio').secrets.SEVENIO_KEY })
}

function show<G extends Group>(c: Context<AdminEnv>, group: G): ShownSettings<G> {
  return withEtag(c, showSettings(ctxOf(c), group))
}

function save<G extends Group>(c: Context<AdminEnv>, group: G, change: SettingsChange<G>): ShownSettings<G> {
  const ctx = ctxOf(c)
  return inTx(ctx, () => {
    const current = showSettings(ctx, group)
    assertEtag(c, current, etagOf(ctx, current))
    saveSettings(ctx, group, change)
    return show(c, group)
  })
}
