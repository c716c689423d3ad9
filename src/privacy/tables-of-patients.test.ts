import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'

/** Tables with data of patients, fingerprints included, which `erasePatient` erases. */
const TABLES_OF_PATIENTS = [
  'attempts',
  'booking_search',
  'booking_search_index',
  'bookings',
  'busy_conflicts',
  'email_verifications',
  'erp_events',
  'events',
  'holds',
  'known_browsers',
  'messages',
  'occupations',
  'offers',
  'waiting_entries',
]
/** Tables without data of patients. */
const OTHER_TABLES = [
  '__drizzle_migrations',
  'absences',
  'admins',
  'audit',
  'balances',
  'calendars',
  'counted_days',
  'dangers',
  'erp_state',
  'feeds',
  'former_resources',
  'freed_times',
  'message_dictionaries',
  'open_holidays',
  'passkeys',
  'recovery_codes',
  'resources',
  'services',
  'sessions',
  'settings',
  'spent_challenges',
  'texts',
  'working_hours',
]

it('every table is listed here, so that a new one is checked for data of patients', () => {
  const tables = openTestApp().rows<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`,
  )
  const listed = [...TABLES_OF_PATIENTS, ...OTHER_TABLES]
  expect(tables.map(({ name }) => name).toSorted()).toEqual(listed.toSorted())
})
