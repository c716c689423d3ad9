import { eq, like, sql } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
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
  odoo: { ODOO_URL: '', ODOO_DB: '', ODOO_USER: '', ODOO_PASS: '' },
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

/** Sealed in the database, and never answered. */
const SECRETS = {
  practice: [],
  general: ['TURNSTILE_SECRET'],
  urls: [],
  odoo: ['ODOO_PASS'],
  clicksend: ['CLICKSEND_PWD'],
  sevenio: ['SEVENIO_KEY'],
} as const satisfies { [G in Group]: readonly (keyof Settings[G])[] }

const SEALED: ReadonlySet<string> = new Set(
  Object.entries(SECRETS).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
)

type SecretOf<G extends Group> = (typeof SECRETS)[G][number]

/** A group as it may leave the house: secrets are '', and `secrets` tells which are stored, where the group has any. */
export type ShownSettings<G extends Group> = Readonly<Settings[G]> &
  ([SecretOf<G>] extends [never] ? unknown : { readonly secrets: Readonly<Record<SecretOf<G>, boolean>> })

/** What an admin may send of a group. */
export type SettingsChange<G extends Group> = {
  readonly [K in keyof Settings[G]]?: Settings[G][K] | (K extends SecretOf<G> ? null : never)
}

const groupRows = prepared((db) =>
  db
    .select({ name: settings.name, value: settings.value })
    .from(settings)
    .where(like(settings.name, sql.placeholder('group')))
    .prepare(),
)

const oneRow = prepared((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, sql.placeholder('name')))
    .prepare(),
)

/** One setting, opened if it is a secret: what every request asks costs one row and no more. */
export function readSetting<G extends Group, Name extends keyof Settings[G] & string>(
  ctx: Ctx,
  group: G,
  key: Name,
): Settings[G][Name] {
  const name = `${group}.${key}`
  const stored = oneRow(ctx.db).get({ name })
  return stored === undefined ? DEFAULTS[group][key] : open(ctx, name, stored.value)
}

/** One group, secrets opened: for the server's own use, never to be answered as it is. */
export function readSettings<G extends Group>(ctx: Ctx, group: G): Readonly<Settings[G]> {
  const stored = Object.fromEntries(
    groupRows(ctx.db)
      .all({ group: `${group}.%` })
      .map(({ name, value }) => [name.slice(group.length + 1), open(ctx, name, value)]),
  )
  return { ...DEFAULTS[group], ...stored }
}

function open(ctx: Ctx, name: string, value: string) {
  return JSON.parse(SEALED.has(name) ? decrypt(ctx, `settings:value:${name}`, value) : value)
}

/** One group for the screen. Source of `secrets`: decisions, section 3. */
export function showSettings<G extends Group>(ctx: Ctx, group: G): ShownSettings<G> {
  const values: Record<string, unknown> = { ...readSettings(ctx, group) }
  const stored = SECRETS[group].map((name) => [name, values[name] !== ''] as const)
  for (const [name] of stored) values[name] = ''
  return {
    ...values,
    ...(stored.length > 0 && { secrets: Object.fromEntries(stored) }),
  } as ShownSettings<G>
}

/**
 * Saves what an admin has changed, and writes down the names of what is now another than before. What is left out stays as
 * it is, and so does a secret that comes empty; null takes a secret away.
 */
export function saveSettings<G extends Group>(ctx: Ctx, group: G, change: SettingsChange<G>): void {
  inTx(ctx, () => {
    const changed = Object.entries(readSettings(ctx, group)).flatMap(([name, before]) => {
      const sent = (change as Readonly<Record<string, unknown>>)[name]
      const after = SEALED.has(`${group}.${name}`) ? secretAfter(before, sent) : valueAfter(before, sent)
      return after === before ? [] : [[name, after] as const]
    })
    if (changed.length === 0) return
    writeSettings(ctx, group, Object.fromEntries(changed) as Partial<Settings[G]>)
    recordAudit(ctx, 'settings-saved', `${group}: ${changed.map(([name]) => name).join(', ')}`)
  })
}

function valueAfter(before: unknown, sent: unknown): unknown {
  return sent === undefined ? before : sent
}

function secretAfter(before: unknown, sent: unknown): unknown {
  return sent === null ? '' : sent || before
}

/** Writes the given values of a group as they are; the others stay. */
export function writeSettings<G extends Group>(ctx: Ctx, group: G, values: Partial<Settings[G]>): void {
  for (const [key, plain] of Object.entries(values)) {
    const name = `${group}.${key}`
    const text = JSON.stringify(plain)
    const value = SEALED.has(name) ? encrypt(ctx, `settings:value:${name}`, text) : text
    ctx.db
      .insert(settings)
      .values({ name, value, updatedAt: ctx.now })
      .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: ctx.now } })
      .run()
  }
}
