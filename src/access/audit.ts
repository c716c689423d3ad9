import { isDeepStrictEqual } from 'node:util'
import { actorColumns, type Ctx } from '../ctx.ts'
import { audit } from '../db/schema.ts'
import type { AuditAction, AuditChange } from '../shared/audit.ts'

/**
 * Records who did what. Call in the transaction of the change.
 * @param subject which setting, service, account or booking (`bookingSubject`)
 * @param changes the changed fields; never the value of a secret, and never a patient's data
 */
export function recordAudit(
  ctx: Ctx,
  action: AuditAction,
  subject = '',
  changes: readonly AuditChange[] = [],
): void {
  ctx.db
    .insert(audit)
    .values({ ...actorColumns(ctx), action, subject, changes, at: ctx.now })
    .run()
}

/** The fields of one thing that differ between two states. */
export function changesBetween<State extends object>(before: State, after: State): AuditChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field as keyof State]
    return isDeepStrictEqual(old, value)
      ? []
      : [{ field, before: old as AuditChange['before'], after: value }]
  })
}

/** An e-mail address of which only the first letters are left, since entries stay: `r***@e***.at`. */
export function maskedSubject(address: string): string {
  return address.replace(/^(.)[^@]*@(.).*\./, '$1***@$2***.')
}

/** The start of a booking's id. The whole id gives access to the booking, so it is never recorded. */
export function bookingSubject(id: string): string {
  return `${id.slice(0, 6)}…`
}
