import { isDeepStrictEqual } from 'node:util'
import { actorColumns, type Ctx } from '../ctx.ts'
import { insertRow } from '../db/insert-row.ts'
import { audit } from '../db/schema.ts'
import type { AuditAction, AuditChange } from '../shared/audit.ts'

/**
 * Records an action and its actor. Must be called in the transaction of the change.
 * @param subject names the setting, service, account or booking (`bookingSubject`)
 * @param changes the changed fields, without the value of any secret and without a patient's data
 */
export function recordAudit(
  ctx: Ctx,
  action: AuditAction,
  subject = '',
  changes: readonly AuditChange[] = [],
): void {
  insertRow(ctx.db, audit, { ...actorColumns(ctx), action, subject, changes, at: ctx.now })
}

/** Returns the fields that differ between two states of one object. */
export function changesBetween<State extends object>(before: State, after: State): AuditChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const previousValue = before[field as keyof State]
    return isDeepStrictEqual(previousValue, value)
      ? []
      : [{ field, before: previousValue as AuditChange['before'], after: value }]
  })
}

/** Captures the first letters of name and domain in an e-mail address, up to the last part of its domain. */
const ADDRESS_BEFORE_LAST_PART = /^(.)[^@]*@(.).*\./

/**
 * Masks an e-mail address as `r***@e***.at`, because audit rows outlive the account. The first letters of
 * name and domain stay, and the last part of the domain.
 */
export function maskedSubject(address: string): string {
  return address.replace(ADDRESS_BEFORE_LAST_PART, '$1***@$2***.')
}

/** Returns the start of a booking's id. The whole id gives access to the booking, so it is never recorded. */
export function bookingSubject(id: string): string {
  return `${id.slice(0, 6)}…`
}
