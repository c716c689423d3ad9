import { eq } from 'drizzle-orm'
import type { Instant } from '../shared/day.ts'
import { type Db, prepared } from './open.ts'
import { settings } from './schema.ts'

const valueByName = prepared((db) =>
  db.$client.prepare<[string], string>('select value from settings where name = ?').pluck(),
)

/** Returns the value of a settings row, which is JSON in most rows; undefined if it is not stored. */
export function readSettingsRow(db: Db, name: string): string | undefined {
  return valueByName(db).get(name)
}

/** Inserts or replaces a settings row. */
export function writeSettingsRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  const row = { value, updatedAt }
  db.insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: settings.name, set: row })
    .run()
}

/**
 * Works like `writeSettingsRow`, but an existing row keeps its time, because the value was only encrypted
 * again.
 */
export function rewriteSettingsRow(db: Db, name: string, value: string, updatedAt: Instant): void {
  db.insert(settings)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run()
}

/** Deletes a settings row, if there is one. */
export function deleteSettingsRow(db: Db, name: string): void {
  db.delete(settings).where(eq(settings.name, name)).run()
}
