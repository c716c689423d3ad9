import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { services } from '../db/schema.ts'
import { Problem } from '../rules/problems.ts'

/** A service as it is stored: minutes and cents. */
export type OfferedService = typeof services.$inferSelect

const activeServices = prepared((db) =>
  db
    .select()
    .from(services)
    .where(eq(services.active, true))
    .orderBy(asc(sql`coalesce(${services.displayOrder}, 1e9)`), asc(services.name))
    .prepare(),
)
const activeService = prepared((db) =>
  db
    .select()
    .from(services)
    .where(and(eq(services.id, sql.placeholder('id')), eq(services.active, true)))
    .prepare(),
)

/** What patients can book, in display order. */
export function listActiveServices(ctx: Ctx): OfferedService[] {
  return activeServices(ctx.db).all()
}

export function findActiveService(ctx: Ctx, id: string): OfferedService | undefined {
  return activeService(ctx.db).get({ id })
}

/** @throws Problem service_not_found, also for one that is switched off. */
export function getActiveService(ctx: Ctx, id: string): OfferedService {
  const service = findActiveService(ctx, id)
  if (service === undefined) throw new Problem('service_not_found')
  return service
}

/** Adds the service or replaces the one with its id. */
export function saveService(ctx: Ctx, service: typeof services.$inferInsert): void {
  ctx.db.insert(services).values(service).onConflictDoUpdate({ target: services.id, set: service }).run()
}
