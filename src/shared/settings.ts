import * as v from 'valibot'
import { isEmail, normalisePhone } from './contact.ts'
import { isDay, wallMinutes } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { line, paragraph, requiredLine, tidy, tooLong } from './line.ts'
import { isWeb, parseUrl } from './link.ts'

/**
 * The groups of settings by their wire names, with the sentences of specification section 5. What a body leaves out is
 * missing in the output too and stays as it is stored. A secret that comes empty leaves the stored one unchanged, and null
 * takes it away. What GET tells beside the settings (`secrets`) may come back with them; nobody reads it.
 */

const MOST_BOOKING_DAYS = 3650

const NO_NUMBER = 'maxBookingDays muss eine Zahl sein.'

/** Days ahead, as a number or as typed; null when empty, which means the default of the backend. */
export const maxBookingDays = v.pipe(
  v.nullable(v.union([v.number(), v.string()], NO_NUMBER)),
  v.transform((typed) => (typeof typed !== 'string' ? typed : typed.trim() === '' ? null : Number(typed))),
  v.nullable(
    v.pipe(
      v.number(NO_NUMBER),
      v.finite(NO_NUMBER),
      v.check(
        (days) => Number.isInteger(days) && days >= 1 && days <= MOST_BOOKING_DAYS,
        `maxBookingDays muss eine ganze Zahl von 1 bis ${MOST_BOOKING_DAYS} sein.`,
      ),
    ),
  ),
)

/** Two weeks. */
const MOST_REMINDER_HOURS = 336

const NO_HOURS = `reminder_hours muss eine ganze Zahl von 0 bis ${MOST_REMINDER_HOURS} sein.`

/** Hours before an appointment at which its patient is reminded, as a number or as typed; 0 for never. */
const reminderHours = v.pipe(
  v.union([v.number(), v.string()], NO_HOURS),
  v.transform((typed) =>
    typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed),
  ),
  v.number(NO_HOURS),
  v.integer(NO_HOURS),
  v.minValue(0, NO_HOURS),
  v.maxValue(MOST_REMINDER_HOURS, NO_HOURS),
)

const flag = v.exactOptional(v.boolean('Bitte „ja“ oder „nein“ wählen.'))
const text = v.exactOptional(line(200))
/** Kept to the last space, which may belong to it. */
const password = v.exactOptional(
  v.nullable(v.pipe(v.string('Bitte einen Text eingeben.'), v.maxLength(500, tooLong(500)))),
)
const told = v.exactOptional(v.unknown())

export const generalSchema = v.strictObject(
  {
    booking_maintenance_active: flag,
    /** Vienna wall time as a date-time field gives it, or an instant with offset. */
    maintenance_until: v.exactOptional(
      v.pipe(
        line(40),
        v.check((text) => text === '' || isMoment(text), 'Bitte ein gültiges Datum mit Uhrzeit angeben.'),
      ),
    ),
    maintenance_message: v.exactOptional(paragraph(1000)),
    TURNSTILE_SECRET: v.exactOptional(v.nullable(line(500))),
    maxBookingDays: v.exactOptional(maxBookingDays),
    notify_off: flag,
    notify_muteEmail: flag,
    notify_muteSms: flag,
    notify_reason: text,
    reminder_hours: v.exactOptional(reminderHours),
    SEND_ADMIN_EMAIL: flag,
    secrets: told,
  },
  UNKNOWN_KEY,
)

/** An address of the web, or ''. */
export const webAddress = v.pipe(
  line(500),
  v.check((typed) => typed === '' || parseUrl(typed) !== undefined, 'Ungültige URL.'),
  v.check((typed) => typed === '' || isWeb(parseUrl(typed)), 'Nur http oder https erlaubt.'),
)

export const urlsSchema = v.strictObject(
  {
    PUBLIC_BASE_URL: v.exactOptional(webAddress),
    INTERNAL_BASE_URL: v.exactOptional(webAddress),
    PATIENT_BASE_URL: v.exactOptional(webAddress),
    ADMIN_EMAIL: v.exactOptional(emailOrEmpty('ADMIN_EMAIL: Ungültige E-Mail-Adresse.')),
  },
  UNKNOWN_KEY,
)

export const odooSchema = v.strictObject(
  {
    ODOO_URL: v.optional(
      v.pipe(
        requiredLine('Bitte ODOO_URL angeben.', 500),
        v.regex(/^https?:\/\//i, 'ODOO_URL muss mit http:// oder https:// beginnen.'),
        v.check((typed) => parseUrl(typed) !== undefined, 'ODOO_URL ist keine gültige URL.'),
        v.check(
          (typed) => parseUrl(typed)?.username === '' && parseUrl(typed)?.password === '',
          'ODOO_URL darf keine Zugangsdaten enthalten.',
        ),
      ),
      '',
    ),
    ODOO_DB: v.optional(requiredLine('Bitte ODOO_DB angeben.', 200), ''),
    ODOO_USER: v.optional(requiredLine('Bitte ODOO_USER angeben.', 200), ''),
    ODOO_PASS: password,
    secrets: told,
  },
  UNKNOWN_KEY,
)

const smsContact = {
  PRACTICE_EMAIL: v.exactOptional(emailOrEmpty('PRACTICE_EMAIL: Ungültige E-Mail-Adresse.')),
  PRACTICE_NAME: text,
  TEST_MOBILE: v.exactOptional(e164OrEmpty('TEST_MOBILE')),
  PRACTICE_LANDLINE_E164: v.exactOptional(e164OrEmpty('PRACTICE_LANDLINE_E164')),
  secrets: told,
}

export const clicksendSchema = v.strictObject(
  {
    CLICKSEND_USERNAME: v.optional(requiredLine('ClickSend Benutzername fehlt.', 200), ''),
    CLICKSEND_PWD: password,
    CLICKSEND_FROM: v.optional(requiredLine('ClickSend Absender fehlt.', 20), ''),
    ...smsContact,
  },
  UNKNOWN_KEY,
)

/** @param keyStored true when there is a key already, so that an empty field leaves it unchanged and null takes it away */
export function sevenioSchema({ keyStored }: { keyStored: boolean }) {
  return v.strictObject(
    {
      SEVENIO_KEY: v.optional(
        keyStored ? v.nullable(line(500)) : requiredLine('seven.io Key fehlt.', 500),
        '',
      ),
      SEVENIO_FROM: v.optional(requiredLine('seven.io Absender fehlt.', 20), ''),
      ...smsContact,
    },
    UNKNOWN_KEY,
  )
}

export const practiceSchema = v.strictObject(
  {
    name: text,
    address: text,
    zip: text,
    city: text,
    country: text,
    phone: text,
    mail: v.exactOptional(emailOrEmpty('Bitte eine gültige E-Mail-Adresse angeben.')),
    url: v.exactOptional(line(500)),
    terms: v.exactOptional(line(500)),
    impressum: v.exactOptional(line(500)),
  },
  UNKNOWN_KEY,
)

function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    wallMinutes(text.slice(11, 16)) !== undefined &&
    !Number.isNaN(Date.parse(text))
  )
}

function emailOrEmpty(sentence: string) {
  return v.pipe(
    v.string(sentence),
    v.transform(tidy),
    v.check((text) => text === '' || isEmail(text), sentence),
  )
}

function e164OrEmpty(name: string) {
  return v.pipe(
    line(40),
    v.transform(normalisePhone),
    v.regex(/^(?:\+[1-9]\d{6,14})?$/, `${name}: Bitte international eingeben, z. B. +43 664 1234567.`),
  )
}
