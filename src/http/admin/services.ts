import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Ctx, inTx } from '../../ctx.ts'
import { resourceIdsOf } from '../../schedule/resources.ts'
import { publicService, serviceRow } from '../../schedule/service-wire.ts'
import {
  addServicesOfTemplate,
  deleteService,
  findService,
  getService,
  listServices,
  type ServiceRow,
  saveService,
} from '../../schedule/services.ts'
import { serviceDeleted, serviceSaved, servicesAdded } from '../../shared/admin-messages.de.ts'
import { Problem } from '../../shared/problems.ts'
import { serviceSchema } from '../../shared/service/service-schema.ts'
import { SERVICE_TEMPLATE_IDS } from '../../shared/service/service-templates.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody, WITH_FIELD_ERRORS } from '../input.ts'
import { assertVersionUnchanged, etagOf } from './etag.ts'
import type { AdminEnv } from './guard.ts'

/**
 * A caller that does not know hints and questions leaves both as they are. The `version` from the list may be
 * sent with the service, but only If-Match counts.
 */
const serviceBody = v.strictObject({
  service: v.strictObject({
    ...serviceSchema.entries,
    hint: v.exactOptional(serviceSchema.entries.hint.wrapped),
    questions: v.exactOptional(serviceSchema.entries.questions.wrapped),
    version: v.exactOptional(v.unknown()),
  }),
})

/** The call that lists all services, including inactive ones, each with its etag as `version`. */
export function serviceListRoutes() {
  return new Hono<AdminEnv>().get('/services', (c) =>
    c.json(listServices(ctxOf(c)).map((service) => serviceAnswer(ctxOf(c), service))),
  )
}

/** The calls that change services. */
export function serviceRoutes() {
  return new Hono<AdminEnv>()
    .put('/services', body(serviceBody, WITH_FIELD_ERRORS), (c) => {
      const ctx = ctxOf(c)
      const { service } = c.req.valid('json')
      const saved = inTx(ctx, () => {
        const existing = findService(ctx, service.id)
        assertServiceEtag(c, existing)
        saveService(ctx, serviceRow(service, existing))
        return serviceAnswer(ctx, getService(ctx, service.id))
      })
      return c.json({ message: serviceSaved(saved.name), service: saved })
    })
    .post('/services/template', body(v.strictObject({ template: v.picklist(SERVICE_TEMPLATE_IDS) })), (c) => {
      const added = addServicesOfTemplate(ctxOf(c), c.req.valid('json').template)
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

/** Returns a service as it is listed. */
function serviceAnswer(ctx: Ctx, service: ServiceRow) {
  const shown = { ...publicService(service), resource_ids: [...resourceIdsOf(service)] }
  return { ...shown, version: etagOf(ctx, shown) }
}

/**
 * Refuses to change a service that the caller has read in an older version.
 * @throws Problem conflict; its `current` is null for a service that was deleted
 */
function assertServiceEtag(c: Context<AdminEnv>, service: ServiceRow | undefined): void {
  const current = service === undefined ? null : serviceAnswer(ctxOf(c), service)
  assertVersionUnchanged(c, { current, version: current?.version })
}
