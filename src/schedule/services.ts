import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { cachedQuery } from '../db/query-cache.ts'
import { services } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { durationText } from '../shared/service/duration.ts'
import { questionsText } from '../shared/service/questions.ts'
import { compareServices } from '../shared/service/service.ts'
import { serviceSchema } from '../shared/service/service-schema.ts'
import { SERVICE_TEMPLATES, type ServiceTemplate } from '../shared/service/service-templates.ts'
import { ensureResources, resourceIdsOf } from './resources.ts'
import { publicService, serviceRow } from './service-wire.ts'

/** A stored service, with times in minutes and the price in cents. */
export type ServiceRow = Readonly<typeof services.$inferSelect>

const selectActive = prepared((db) => db.select().from(services).where(eq(services.active, true)).prepare())
const selectActiveById = prepared((db) =>
  db
    .select()
    .from(services)
    .where(and(eq(services.id, sql.placeholder('id')), eq(services.active, true)))
    .prepare(),
)

const activeServices = cachedQuery((db: Db): readonly ServiceRow[] => inOrder(selectActive(db).all()))
const activeServiceById = cachedQuery((db: Db, id: string): ServiceRow | undefined =>
  selectActiveById(db).get({ id }),
)

/** Returns the services that patients can book, in display order. */
export function listActiveServices(ctx: Ctx): readonly ServiceRow[] {
  return activeServices(ctx.db)
}

/** Returns the service if patients can book it; undefined for an unknown or inactive service. */
export function findActiveService(ctx: Ctx, id: string): ServiceRow | undefined {
  return activeServiceById(ctx.db, id)
}

/** Returns a service that patients can book. @throws Problem service_not_found also when it is inactive */
export function getActiveService(ctx: Ctx, id: string): ServiceRow {
  const service = findActiveService(ctx, id)
  if (service === undefined) throw new Problem('service_not_found')
  return service
}

/** Returns all services in display order, inactive ones too. */
export function listServices(ctx: Ctx): ServiceRow[] {
  return inOrder(ctx.db.select().from(services).all())
}

/** Sorts services as patients see them. SQLite would put "Ärztliches Gespräch" after all other names. */
function inOrder(rows: ServiceRow[]): ServiceRow[] {
  return rows.sort((a, b) => compareServices(publicService(a), publicService(b)))
}

/** Finds a service, whether or not it is active. */
export function findService(ctx: Ctx, id: string): ServiceRow | undefined {
  return ctx.db.select().from(services).where(eq(services.id, id)).get()
}

/** Returns a service, whether or not it is active. @throws Problem service_not_found */
export function getService(ctx: Ctx, id: string): ServiceRow {
  const service = findService(ctx, id)
  if (service === undefined) throw new Problem('service_not_found')
  return service
}

/**
 * Returns the length of a visit as patients see it: the length of the booking, unless the service has a
 * display duration now (docs/behaviour.md 2.11).
 */
export function visitDuration(
  ctx: Ctx,
  { serviceId, durationMin }: Readonly<{ serviceId: string; durationMin: number }>,
): string {
  const displayDurationMin = findService(ctx, serviceId)?.displayDurationMin ?? null
  return durationText({
    id: serviceId,
    duration_min: durationMin,
    display_duration_min: displayDurationMin,
  })
}

/**
 * Adds a service, or changes the given values of the service with its id. Bookings are not changed
 * (docs/behaviour.md 2.9).
 */
export function saveService(ctx: Ctx, service: typeof services.$inferInsert): void {
  inTx(ctx, () => {
    const serviceBefore = findService(ctx, service.id)
    writeServiceUnaudited(ctx, service)
    const serviceAfter = getService(ctx, service.id)
    if (isDeepStrictEqual(serviceBefore, serviceAfter)) return
    const changes =
      serviceBefore === undefined
        ? []
        : changesBetween(auditedService(serviceBefore), auditedService(serviceAfter))
    recordAudit(ctx, 'service-saved', service.id, changes)
  })
}

/** Adds the services of a template, except those whose ids exist already. @returns the ids that were added */
export function addServicesOfTemplate(ctx: Ctx, template: ServiceTemplate): string[] {
  return inTx(ctx, () => {
    const missing = SERVICE_TEMPLATES[template].services.filter(
      ({ id }) => findService(ctx, id) === undefined,
    )
    for (const service of missing) saveService(ctx, serviceRow(v.parse(serviceSchema, service)))
    return missing.map(({ id }) => id)
  })
}

/** Deletes a service. Its bookings are not changed. @throws Problem service_not_found */
export function deleteService(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const { changes } = ctx.db.delete(services).where(eq(services.id, id)).run()
    if (changes === 0) throw new Problem('service_not_found')
    recordAudit(ctx, 'service-deleted', id)
  })
}

/**
 * Writes a service without an audit row. Missing values stay, or get the table's defaults in a new service.
 * Resources that do not exist yet are added (docs/behaviour.md 21.2).
 */
export function writeServiceUnaudited(ctx: Ctx, service: typeof services.$inferInsert): void {
  inTx(ctx, () => {
    ctx.db.insert(services).values(service).onConflictDoUpdate({ target: services.id, set: service }).run()
    ensureResources(ctx, resourceIdsOf(getService(ctx, service.id)))
  })
}

/** Returns a service as the audit compares it, with its questions as a sentence. */
function auditedService(service: ServiceRow) {
  return {
    ...publicService(service),
    resource_id: resourceIdsOf(service).join(', '),
    questions: questionsText(service.questions),
  }
}
