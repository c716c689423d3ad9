import { asc, eq, max } from 'drizzle-orm'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cachedQuery } from '../db/query-cache.ts'
import { formerResources, resources } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { hoursByDay } from '../shared/hours.ts'
import { Problem } from '../shared/problems.ts'
import type { NamedResource } from '../shared/resource.ts'
import { SERVICE_DEFAULTS } from '../shared/service/service-defaults.ts'
import { reserveAbsences } from './absence-occupations.ts'
import type { ServiceRow } from './services.ts'

/** A stored resource; its hours are minutes. */
export type ResourceRow = Readonly<typeof resources.$inferSelect>
type ResourceValues = Readonly<Partial<Omit<typeof resources.$inferInsert, 'id'>>>

const selectInOrder = prepared((db) =>
  db.select().from(resources).orderBy(asc(resources.displayOrder), asc(resources.id)).prepare(),
)

const allResources = cachedQuery((db: Db): readonly ResourceRow[] => selectInOrder(db).all())

/** Returns all resources in their order, inactive ones too. */
export function listResources(ctx: Ctx): readonly ResourceRow[] {
  return allResources(ctx.db)
}

/** Returns the resource, active or not; undefined for an unknown id. */
export function findResource(ctx: Ctx, id: string): ResourceRow | undefined {
  return listResources(ctx).find((resource) => resource.id === id)
}

/** Returns the resource, active or not. @throws Problem 'not found' */
export function getResource(ctx: Ctx, id: string): ResourceRow {
  const resource = findResource(ctx, id)
  if (resource === undefined) throw new Problem('not found', {}, 'Diese Ressource gibt es nicht.')
  return resource
}

/**
 * Checks the resource of an absence or a calendar; null stands for all.
 * @throws Problem invalid when it does not exist
 */
export function assertResource(ctx: Ctx, id: string | null): void {
  if (id !== null && findResource(ctx, id) === undefined)
    throw new Problem('invalid', { fields: { resource_id: 'Diese Ressource gibt es nicht.' } })
}

/** Refuses an id that no resource has or had before it was deleted. @throws Problem 'not found' */
export function assertResourceOrFormer(ctx: Ctx, id: string): void {
  if (findFormerName(ctx, id) === undefined) getResource(ctx, id)
}

/** Returns the display name of the resource: its own name, else the practice's, else its id. */
export function resourceName(ctx: Ctx, { id, name }: Pick<ResourceRow, 'id' | 'name'>): string {
  return name || readSetting(ctx, 'practice', 'name') || id
}

/** Returns the display name of the resource with this id, even after it was deleted. */
export function resourceNameById(ctx: Ctx, id: string): string {
  return resourceName(ctx, findResource(ctx, id) ?? { id, name: findFormerName(ctx, id) ?? id })
}

function findFormerName({ db }: Ctx, id: string): string | undefined {
  return db.select().from(formerResources).where(eq(formerResources.id, id)).get()?.name
}

/** Returns the ids of the resources of a service, the first one first. */
export function resourceIdsOf(
  service: Pick<ServiceRow, 'resourceId' | 'otherResourceIds'>,
): readonly [string, ...string[]] {
  return [service.resourceId, ...service.otherResourceIds]
}

/**
 * Adds a resource, or changes the given values of the resource with this id (docs/behaviour.md 21.3).
 * @throws Problem invalid when a new resource has no name
 */
export function saveResource(ctx: Ctx, id: string, values: ResourceValues): ResourceRow {
  return inTx(ctx, () => {
    const stored = findResource(ctx, id)
    if (stored === undefined) addResource(ctx, id, values)
    else changeResource(ctx, stored, values)
    return getResource(ctx, id)
  })
}

function addResource(ctx: Ctx, id: string, values: ResourceValues): void {
  if (values.name === undefined)
    throw new Problem('invalid', { fields: { name: 'Bitte einen Namen angeben.' } })
  insertResource(ctx, id, values)
  recordAudit(ctx, 'resource-saved', id, [])
}

function changeResource(ctx: Ctx, before: ResourceRow, values: ResourceValues): void {
  const { id } = before
  if (Object.keys(values).length > 0) ctx.db.update(resources).set(values).where(eq(resources.id, id)).run()
  const changes = changesBetween(auditedValues(before), auditedValues(getResource(ctx, id)))
  if (changes.length > 0) recordAudit(ctx, 'resource-saved', id, changes)
}

/** Adds the resources that do not exist yet, named by their ids; `doctor-1` is named after the practice. */
export function ensureResources(ctx: Ctx, ids: readonly string[]): void {
  for (const id of ids)
    if (findResource(ctx, id) === undefined)
      insertResource(ctx, id, { name: id === SERVICE_DEFAULTS.resource_id ? '' : id })
}

/** Sets name and title of an existing resource, without an audit row. */
export function setResourceNameAndTitle({ db }: Ctx, { id, ...nameAndTitle }: NamedResource): void {
  db.update(resources).set(nameAndTitle).where(eq(resources.id, id)).run()
}

/** Adds a resource at the end of the order, unless the values say otherwise. */
function insertResource(ctx: Ctx, id: string, values: ResourceValues): void {
  const lastOrder =
    ctx.db
      .select({ order: max(resources.displayOrder) })
      .from(resources)
      .get()?.order ?? -1
  ctx.db
    .insert(resources)
    .values({ displayOrder: lastOrder + 1, ...values, id })
    .run()
  // Absences of all resources also cover a new resource.
  reserveAbsences(ctx)
}

/** Returns a resource as the audit compares it, with its own working hours as a sentence. */
function auditedValues({ week, ...resource }: ResourceRow) {
  const days = Object.entries(week === null ? {} : hoursByDay(week)).filter(([, hours]) => hours !== '')
  return { ...resource, week: days.map(([day, hours]) => `${day} ${hours}`).join('; ') }
}
