/**
 * `npm run release:database` stores a small database of this version. The tests of later versions upgrade
 * from it (src/upgrade.test.ts). It only contains the demo practice and invented patients.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAdminIfNew } from '../src/access/admins.ts'
import { HARDEST_LEVEL } from '../src/access/bot-check.ts'
import { hashPassword } from '../src/access/passwords.ts'
import { openApp } from '../src/app.ts'
import { cancelByPatient } from '../src/booking/cancellation.ts'
import { decideBooking } from '../src/booking/decisions.ts'
import { placeHold } from '../src/booking/holds.ts'
import { createManualBooking } from '../src/booking/manual-booking.ts'
import { requestBooking } from '../src/booking/requests.ts'
import { readConfig } from '../src/config.ts'
import { writeSettings } from '../src/practice/settings.ts'
import { saveAbsence } from '../src/schedule/absences.ts'
import { closeHolidays } from '../src/schedule/holidays.ts'
import type { Contact } from '../src/shared/contact/contact.ts'
import type { Day } from '../src/shared/day.ts'
import { insertVerification } from '../src/testing/bookings.ts'
import { aContact, CALLER } from '../src/testing/factory.ts'
import { packReleasedDatabase, RELEASE_ADMIN, RELEASE_SECRET } from '../src/testing/releases.ts'
import { VERSION } from '../src/version.ts'

/**
 * Thursday, 7 January 2027, 13:40 in Vienna. The time is fixed so that each release has the same
 * appointments.
 */
const NOW = Date.parse('2027-01-07T13:40:00+01:00')
/** All patients use this browser. */
const BROWSER = 'browser'

const dataDir = mkdtempSync(join(tmpdir(), 'ordi-release-'))
const file = join(dataDir, 'ordi.db')
const environment = { APP_SECRET: RELEASE_SECRET, DATA_DIR: dataDir, ORDI_DEMO: '1', LOG_LEVEL: 'silent' }
const app = openApp(readConfig(environment), file, { clock: () => NOW })
const passwordHash = await hashPassword(RELEASE_ADMIN.password)
const admin = addAdminIfNew(app.ctx({ kind: 'cli' }), {
  email: RELEASE_ADMIN.email,
  name: 'Gerda',
  passwordHash,
})
if (admin === undefined) throw new Error('The database has an admin already.')
const asStaff = app.ctx({ kind: 'admin', id: admin.id, email: RELEASE_ADMIN.email })
const asVisitor = app.ctx({ kind: 'visitor' })

addSettingsAndAbsences()
addBookings()
// One hold stays open, as in a real upgrade.
placeHoldFor('2027-01-19T08:30:00+01:00', 'nina')
app.close()
console.log(`${VERSION}: ${Math.ceil(packReleasedDatabase(VERSION, file) / 1000)} kB`)
rmSync(dataDir, { recursive: true })

function addSettingsAndAbsences(): void {
  closeHolidays(app.ctx({ kind: 'job' }))
  writeSettings(asStaff, 'sevenio', { SEVENIO_KEY: 'an invented key', SEVENIO_FROM: 'Ordination' })
  const closed = '2027-02-08' as Day
  saveAbsence(asStaff, {
    kind: 'closure',
    title: 'Urlaub',
    reason: 'Urlaub',
    from: closed,
    to: closed,
    resource_id: null,
  })
}

/** Adds a booking of each status, and one that the practice has entered. */
function addBookings(): void {
  requestBookingFor('2027-01-12T08:30:00+01:00', 'rosa')
  decideBooking(asStaff, requestBookingFor('2027-01-12T10:00:00+01:00', 'emil'), {
    decision: 'confirm',
    message: 'Bitte nüchtern kommen.',
  })
  decideBooking(asStaff, requestBookingFor('2027-01-14T08:30:00+01:00', 'wilma'), { decision: 'reject' })
  const cancelled = requestBookingFor('2027-01-14T10:00:00+01:00', 'otto')
  decideBooking(asStaff, cancelled, { decision: 'confirm' })
  cancelByPatient(asVisitor, cancelled, 'Verkühlt')
  createManualBooking(asStaff, {
    serviceId: 'folgebehandlung',
    start: Date.parse('2027-01-19T10:00:00+01:00'),
    contact: CALLER,
    message: '',
  })
}

/** Requests an appointment for an invented patient, and returns its id. */
function requestBookingFor(start: string, name: string): string {
  const holdId = placeHoldFor(start, name)
  const contact = aContact({ firstName: name, email: addressOf(name) }) as Contact
  const botCheck = { challenge: name, expiresAt: NOW, level: HARDEST_LEVEL } as const
  return requestBooking(asVisitor, { holdId, contact, answers: [], browser: BROWSER, origin: name }, botCheck)
    .id
}

/** Holds the start for an invented patient with a verified e-mail address, and returns the id of the hold. */
function placeHoldFor(start: string, name: string): string {
  const email = addressOf(name)
  insertVerification(asVisitor.db, { email, browser: BROWSER, now: NOW })
  const input = { serviceId: 'erstordination', start: Date.parse(start), email }
  return placeHold(asVisitor, { ...input, browser: BROWSER, origin: name }).id
}

function addressOf(name: string): string {
  return `${name}@musterfrau.example`
}
