import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { absences, calendars, formerResources, occupations, resources, services } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { getResource, type ResourceRow, resourceIdsOf, resourceName } from './resources.ts'

/**
 * Deletes a resource with its absences, and removes it from services that other resources offer too. Its name
 * is kept for its appointments.
 * @throws Problem 'not found'; resource_in_use while it has coming appointments, is the only resource of a
 * service, or another calendar is read for it (docs/behaviour.md 21.5)
 */
export function deleteResource(ctx: Ctx, id: string): void {
  inTx(ctx, () => {
    const resource = getResource(ctx, id)
    assertUnused(ctx, resource)
    removeFromServices(ctx, id)
    ctx.db.delete(absences).where(eq(absences.resourceId, id)).run()
    ctx.db.delete(resources).where(eq(resources.id, id)).run()
    keepName(ctx, id, resourceName(ctx, resource))
    // Absences of all resources must no longer occupy time of the deleted one.
    reserveAbsences(ctx)
    recordAudit(ctx, 'resource-deleted', id)
  })
}

function removeFromServices({ db }: Ctx, id: string): void {
  for (const service of db.select().from(services).all()) {
    const ids = resourceIdsOf(service)
    if (!ids.includes(id)) continue
    // At least one resource remains, because `assertUnused` refuses the only resource of a service.
    const [resourceId, ...otherResourceIds] = ids.filter((otherId) => otherId !== id)
    db.update(services).set({ resourceId, otherResourceIds }).where(eq(services.id, service.id)).run()
  }
}

function keepName({ db }: Ctx, id: string, name: string): void {
  const update = { target: formerResources.id, set: { name } }
  db.insert(formerResources).values({ id, name }).onConflictDoUpdate(update).run()
}

/** Refuses to delete a resource that is still in use. @throws Problem resource_in_use */
function assertUnused(ctx: Ctx, resource: ResourceRow): void {
  const obstacle = findObstacle(ctx, resource.id)
  if (obstacle === undefined) return
  const sentence = `„${resourceName(ctx, resource)}“ kann nicht gelöscht werden: ${obstacle}`
  throw new Problem('resource_in_use', {}, sentence)
}

/** Returns why the resource cannot be deleted, as a sentence; undefined when it can. */
function findObstacle({ db, now }: Ctx, id: string): string | undefined {
  const comingTime = db
    .select({ one: sql`1` })
    .from(occupations)
    .where(
      and(
        eq(occupations.resourceId, id),
        gt(occupations.endsAt, now),
        isNull(occupations.absenceId),
        or(isNull(occupations.expiresAt), gt(occupations.expiresAt, now)),
      ),
    )
    .get()
  if (comingTime !== undefined)
    return 'Es gibt noch kommende Termine. Auf „nicht aktiv“ gestellt wird nichts mehr angeboten.'
  const servicesOfNobodyElse = db
    .select({ name: services.name })
    .from(services)
    .where(and(eq(services.resourceId, id), eq(services.otherResourceIds, [])))
    .all()
  const names = servicesOfNobodyElse.map(({ name }) => name)
  if (names.length > 0) return `Sonst bietet niemand diese Leistungen an: ${names.join(', ')}.`
  const calendar = db.select().from(calendars).where(eq(calendars.resourceId, id)).get()
  return calendar && `Der Kalender „${calendar.name}“ wird noch dafür gelesen.`
}
