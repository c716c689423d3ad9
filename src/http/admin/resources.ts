import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Ctx, inTx } from '../../ctx.ts'
import { makePullDueForNewUser } from '../../erp/pull-schedule.ts'
import { hoursFromWeek, weekFromHours } from '../../schedule/hours.ts'
import { deleteResource } from '../../schedule/resource-deletion.ts'
import {
  findResource,
  getResource,
  listResources,
  type ResourceRow,
  resourceName,
  saveResource,
} from '../../schedule/resources.ts'
import { resourceDeleted, resourceSaved } from '../../shared/admin-messages.de.ts'
import { Problem } from '../../shared/problems.ts'
import { type Resource, resourceIdSchema, resourceSchema } from '../../shared/resource.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody, WITH_FIELD_ERRORS } from '../input.ts'
import { echoedKeys } from './echoed-keys.ts'
import { assertVersionUnchanged, etagOf } from './etag.ts'
import { type AdminEnv, restrictToRoles } from './guard.ts'

/** The id in the path and the If-Match header count, not `id` and `version` in the body. */
const changeBody = v.strictObject(
  { ...resourceSchema.entries, ...echoedKeys('id', 'version') },
  resourceSchema.message,
)

/**
 * The call that lists all resources in their order, including inactive ones, each with its etag as `version`.
 */
export function resourceListRoutes() {
  return new Hono<AdminEnv>().get('/resources', (c) =>
    c.json(listResources(ctxOf(c)).map((resource) => resourceAnswer(ctxOf(c), resource))),
  )
}

/** The calls that change resources (docs/behaviour.md, section 21). */
export function resourceRoutes() {
  return new Hono<AdminEnv>().put('/resources/:id', body(changeBody, WITH_FIELD_ERRORS), (c) => {
    const ctx = ctxOf(c)
    const id = readResourceId(c.req.param('id'))
    const changes = changedColumns(c.req.valid('json'))
    const saved = inTx(ctx, () => {
      const existing = findResource(ctx, id)
      assertResourceEtag(c, existing)
      const resource = saveResource(ctx, id, changes)
      if (resource.odooUser !== existing?.odooUser) makePullDueForNewUser(ctx)
      return resourceAnswer(ctx, resource)
    })
    return c.json({ message: resourceSaved(saved.name), resource: saved })
  })
}

/** The call that deletes a resource, for doctors. */
export function resourceDeletionRoutes() {
  return restrictToRoles(
    ['doctor'],
    new Hono<AdminEnv>().delete('/resources/:id', noBody, (c) => {
      const ctx = ctxOf(c)
      const name = inTx(ctx, () => {
        const resource = getResource(ctx, c.req.param('id'))
        assertResourceEtag(c, resource)
        deleteResource(ctx, resource.id)
        return resourceName(ctx, resource)
      })
      return c.json({ message: resourceDeleted(name) })
    }),
  )
}

/** Reads the id in the path; for a resource that is added, its new id. @throws Problem invalid */
function readResourceId(param: string): string {
  const parsed = v.safeParse(resourceIdSchema, param)
  if (parsed.success) return parsed.output
  const [{ message }] = parsed.issues
  throw new Problem('invalid', { fields: { id: message } }, message)
}

/** Returns the changed values by their columns. Fields that are left out stay. */
function changedColumns({ id: _id, version: _version, ...sent }: v.InferOutput<typeof changeBody>) {
  const { order, working_hours: hours, odoo_user: odooUser, ...values } = sent
  return {
    ...values,
    ...(order !== undefined && { displayOrder: order }),
    // Null means the working hours of the practice.
    ...(hours !== undefined && { week: hours && weekFromHours(hours) }),
    ...(odooUser !== undefined && { odooUser }),
  }
}

/** Returns a resource as it is listed. */
function resourceAnswer(ctx: Ctx, resource: ResourceRow): Resource & { version: string } {
  const { id, title, active, displayOrder: order, week, odooUser } = resource
  const shown = {
    id,
    name: resourceName(ctx, resource),
    title,
    active,
    order,
    working_hours: week === null ? null : hoursFromWeek(week),
    odoo_user: odooUser,
  }
  return { ...shown, version: etagOf(ctx, shown) }
}

/**
 * Refuses to change a resource that the caller has read in an older version.
 * @throws Problem conflict; its `current` is null for a resource that was deleted
 */
function assertResourceEtag(c: Context<AdminEnv>, resource: ResourceRow | undefined): void {
  const current = resource === undefined ? null : resourceAnswer(ctxOf(c), resource)
  assertVersionUnchanged(c, { current, version: current?.version })
}
