import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tables of the installation: its settings, and the dangers that it has detected. */

/** Settings by group and wire name, with secrets encrypted, and the last results of tasks as JSON. */
export const settings = sqliteTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Alerts of level danger. The practice gets one e-mail about a danger that lasts. */
export const dangers = sqliteTable('dangers', {
  kind: text().primaryKey(),
  beganAt: integer('began_at').notNull(),
  /** When the e-mail was sent to the practice. */
  toldAt: integer('told_at'),
  endedAt: integer('ended_at'),
})
