import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Ctx, inTx } from '../../ctx.ts'
import {
  addTemplate,
  deleteService,
  findService,
  getService,
  listServices,
  publicService,
  type ServiceRow,
  saveService,
  serviceRow,
} from '../../schedule/services.ts'
import { serviceDeleted, serviceSaved, servicesAdded } from '../../shared/messages.de.ts'
import { Problem } from '../../shared/problems.ts'
import { serviceSchema } from '../../shared/service/service-schema.ts'
import { SERVICE_TEMPLATE_IDS } from '../../shared/service/service-templates.ts'
import { ctxOf } from '../deps.ts'
import { body, joinFieldErrors, noBody } from '../input.ts'
import { assertEtag, etagOf } from './etag.ts'
import type { AdminEnv } from './guard.ts'

/** A service may be sent with the `version` of the list, which is not read: If-Match decides. */
const sent = v.strictObject({
  service: v.strictObject({ ...serviceSchema.entries, version: v.exactOptional(v.unknown()) }),
})

/** All services, inactive ones too, each with its etag as `version`. */
export function serviceListRoutes() {
  return new Hono<AdminEnv>().get('/services', (c) =>
    c.json(listServices(ctxOf(c)).map((service) => answer(ctxOf(c), service))),
  )
}

export function serviceRoutes() {
  return new Hono<AdminEnv>()
    .put('/services', body(sent, joinFieldErrors), (c) => {
      const ctx = ctxOf(c)
      const service = serviceRow(c.req.valid('json').service)
      const saved = inTx(ctx, () => {
        assertServiceEtag(c, findService(ctx, service.id))
        saveService(ctx, service)
        return answer(ctx, getService(ctx, service.id))
      })
      return c.json({ message: serviceSaved(saved.name), service: saved })
    })
    .post('/services/template', body(v.strictObject({ template: v.picklist(SERVICE_TEMPLATE_IDS) })), (c) => {
      const added = addTemplate(ctxOf(c), c.req.valid('json').template)
      if (added.length === 0) throw new Problem('conflict', {}, 'Diese Services gibt es schon.')
      return c.json({ message: servicesAdded(added.length) })
    })
    .delete('/services/:id', noBody, (c) => {
      const ctx = ctxOf(c)
      const id = c.req.param('id')
      inTx(ctx, () => {
        assertServiceEtag(c, getService(ctx, id))
        deleteService(ctx, id)
      })
      return c.json({ message: serviceDeleted(id) })
    })
}

function answer(ctx: Ctx, service: ServiceRow) {
  const shown = publicService(service)
  return { ...shown, version: etagOf(ctx, shown) }
}

/** @throws Problem conflict, with null as `current` for a service that was deleted */
function assertServiceEtag(c: Context<AdminEnv>, service: ServiceRow | undefined): void {
  const current = service === undefined ? null : answer(ctxOf(c), service)
  assertEtag(c, current, current?.version)
}
