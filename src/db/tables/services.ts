import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Question } from '../../shared/service/questions.ts'
import { SERVICE_DEFAULTS } from '../../shared/service/service-defaults.ts'

/** Tables of what can be booked: services, resources and hours. */

/** Doctors and rooms whose time is booked. Each id that a service or an absence names has a row. */
export const resources = sqliteTable('resources', {
  id: text().primaryKey(),
  /** Empty for the first resource until it is named. Until then it is shown with the name of the practice. */
  name: text().notNull().default(''),
  /** A line about the doctor or room for patients; may be empty. */
  title: text().notNull().default(''),
  active: integer({ mode: 'boolean' }).notNull().default(true),
  displayOrder: integer('display_order').notNull(),
  /**
   * The resource's own hours in minutes since midnight (`WorkingWeek` in schedule/hours.ts); null if it has
   * those of the practice.
   */
  week: text({ mode: 'json' }).$type<readonly (readonly (readonly [number, number])[])[]>(),
  /** The login of the doctor's user in Odoo; empty for the user that Ordi signs in as. */
  odooUser: text('odoo_user').notNull().default(''),
})

/** The last names of deleted resources, for the appointments that keep their ids. */
export const formerResources = sqliteTable('former_resources', {
  id: text().primaryKey(),
  name: text().notNull(),
})

/** The services that are booked, with their price and length. */
export const services = sqliteTable('services', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull().default(SERVICE_DEFAULTS.description),
  durationMin: integer('duration_min').notNull().default(SERVICE_DEFAULTS.duration_min),
  stepMin: integer('step_min').notNull().default(SERVICE_DEFAULTS.step),
  paddingBeforeMin: integer('padding_before_min').notNull().default(SERVICE_DEFAULTS.paddingBefore),
  paddingAfterMin: integer('padding_after_min').notNull().default(SERVICE_DEFAULTS.paddingAfter),
  resourceId: text('resource_id').notNull().default(SERVICE_DEFAULTS.resource_id),
  /** The further resources that offer the service, in the order in which the practice named them. */
  otherResourceIds: text('other_resource_ids', { mode: 'json' })
    .$type<readonly string[]>()
    .notNull()
    .default([]),
  priceCents: integer('price_cents')
    .notNull()
    .default(SERVICE_DEFAULTS.price * 100),
  active: integer({ mode: 'boolean' }).notNull().default(SERVICE_DEFAULTS.active),
  /** The duration that is shown to patients; null if it is the reserved one. */
  displayDurationMin: integer('display_duration_min'),
  /** True for a service for first visits, false for one for all other visits. */
  firstVisit: integer('first_visit', { mode: 'boolean' }).notNull().default(SERVICE_DEFAULTS.first_visit),
  /** The position in the list; services without one come last, by name. */
  displayOrder: integer('display_order'),
  /** Tells patients what to bring along and how to prepare; may be empty. */
  hint: text().notNull().default(SERVICE_DEFAULTS.hint),
  questions: text({ mode: 'json' }).$type<readonly Question[]>().notNull().default([]),
})

/** Working time in minutes since Vienna midnight. A weekday without a row is closed. */
export const workingHours = sqliteTable(
  'working_hours',
  {
    weekday: integer().notNull(),
    startMin: integer('start_min').notNull(),
    endMin: integer('end_min').notNull(),
  },
  (t) => [primaryKey({ columns: [t.weekday, t.startMin] })],
)

/** Public holidays to which the practice opens; all others are closed (docs/behaviour.md 11.7). */
export const openHolidays = sqliteTable('open_holidays', {
  openOn: text('open_on').primaryKey(),
})
