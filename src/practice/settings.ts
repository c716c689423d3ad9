import { like, sql } from 'drizzle-orm'
import { seal, unseal } from '../access/crypto.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { settings } from '../db/schema.ts'

/** Every setting by group and wire name, with the value that holds until somebody saves another (specification, section 3). */
const DEFAULTS = {
  practice: {
    name: '',
    address: '',
    zip: '',
    city: '',
    country: '',
    phone: '',
    mail: '',
    url: '',
    terms: '',
    impressum: '',
  },
  general: {
    booking_maintenance_active: false,
    maintenance_until: '',
    maintenance_message: '',
    TURNSTILE_SECRET: '',
    maxBookingDays: null as number | null,
    notify_off: false,
    notify_muteEmail: false,
    notify_muteSms: false,
    notify_reason: '',
    /** Hours before a confirmed appointment at which the patient is reminded of it; 0: never. */
    reminder_hours: 48,
    SEND_ADMIN_EMAIL: true,
  },
  urls: { PUBLIC_BASE_URL: '', INTERNAL_BASE_URL: '', PATIENT_BASE_URL: '', ADMIN_EMAIL: '' },
  clicksend: {
    CLICKSEND_USERNAME: '',
    CLICKSEND_PWD: '',
    CLICKSEND_FROM: '',
    PRACTICE_EMAIL: '',
    PRACTICE_NAME: '',
    TEST_MOBILE: '',
    PRACTICE_LANDLINE_E164: '',
  },
  sevenio: {
    SEVENIO_KEY: '',
    SEVENIO_FROM: '',
    PRACTICE_EMAIL: '',
    PRACTICE_NAME: '',
    TEST_MOBILE: '',
    PRACTICE_LANDLINE_E164: '',
  },
}

export type Settings = typeof DEFAULTS
export type Group = keyof Settings
export type Practice = Readonly<Settings['practice']>

const SEALED: ReadonlySet<string> = new Set([
  'general.TURNSTILE_SECRET',
  'clicksend.CLICKSEND_PWD',
  'sevenio.SEVENIO_KEY',
])

const groupRows = prepared((db) =>
  db
    .select({ name: settings.name, value: settings.value })
    .from(settings)
    .where(like(settings.name, sql.placeholder('group')))
    .prepare(),
)

/** One group, secrets opened: for the server's own use, never to be answered as it is. */
export function readSettings<G extends Group>(ctx: Ctx, group: G): Readonly<Settings[G]> {
  const stored = Object.fromEntries(
    groupRows(ctx.db)
      .all({ group: `${group}.%` })
      .map(({ name, value }) => [
        name.slice(group.length + 1),
        JSON.parse(SEALED.has(name) ? unseal(ctx, `settings:value:${name}`, value) : value),
      ]),
  )
  return { ...DEFAULTS[group], ...stored }
}

/** Saves the given values of a group; the others stay as they are. */
export function writeSettings<G extends Group>(ctx: Ctx, group: G, values: Partial<Settings[G]>): void {
  for (const [key, plain] of Object.entries(values)) {
    const name = `${group}.${key}`
    const text = JSON.stringify(plain)
    const value = SEALED.has(name) ? seal(ctx, `settings:value:${name}`, text) : text
    ctx.db
      .insert(settings)
      .values({ name, value, updatedAt: ctx.now })
      .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: ctx.now } })
      .run()
  }
}
