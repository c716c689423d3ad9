/**
 * `npm run release:database` stores at each release a small database of this version, from which the tests of
 * later versions upgrade (src/upgrade.test.ts). It has the demo practice and invented patients only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryAddAdmin } from '../src/access/admins.ts'
import { hashPassword } from '../src/access/passwords.ts'
import { openApp } from '../src/app.ts'
import { cancelByPatient } from '../src/booking/cancellation.ts'
import { decideBooking } from '../src/booking/decisions.ts'
import { placeHold } from '../src/booking/holds.ts'
import { createManualBooking } from '../src/booking/manual-booking.ts'
import { requestBooking } from '../src/booking/requests.ts'
import { readConfig, VERSION } from '../src/config.ts'
import { writeSettings } from '../src/practice/settings.ts'
import { saveAbsence } from '../src/schedule/absences.ts'
import { closeHolidays } from '../src/schedule/holidays.ts'
import type { Contact } from '../src/shared/contact/contact.ts'
import type { Day } from '../src/shared/day.ts'
import { insertVerification } from '../src/testing/bookings.ts'
import { packRelease, RELEASE_ADMIN, RELEASE_SECRET } from '../src/testing/databases.ts'
import { aContact, CALLER } from '../src/testing/factory.ts'

/** Thursday, 7 January 2027, 13:40 in Vienna. A fixed time gives the same appointments at each release. */
const NOW = Date.parse('2027-01-07T13:40:00+01:00')
const BROWSER = 'browser'

const dataDir = mkdtempSync(join(tmpdir(), 'ordi-release-'))
const file = join(dataDir, 'ordi.db')
const config = { APP_SECRET: RELEASE_SECRET, DATA_DIR: dataDir, ORDI_DEMO: '1', LOG_LEVEL: 'silent' }
const app = openApp(readConfig(config), file, { clock: () => NOW })
const passwordHash = await hashPassword(RELEASE_ADMIN.password)
const admin = tryAddAdmin(app.ctx({ kind: 'cli' }), {
  email: RELEASE_ADMIN.email,
  name: 'Gerda',
  passwordHash,
})
if (admin === undefined) throw new Error('The database has an admin already.')
const staff = app.ctx({ kind: 'admin', id: admin.id, email: RELEASE_ADMIN.email })
const visitor = app.ctx({ kind: 'visitor' })

closeHolidays(app.ctx({ kind: 'job' }))
writeSettings(staff, 'sevenio', { SEVENIO_KEY: 'an invented key', SEVENIO_FROM: 'Ordination' })
const closed = '2027-02-08' as Day
saveAbsence(staff, {
  kind: 'closure',
  title: 'Urlaub',
  reason: 'Urlaub',
  from: closed,
  to: closed,
  resource_id: null,
})
request('2027-01-12T08:30:00+01:00', 'rosa')
decideBooking(staff, request('2027-01-12T10:00:00+01:00', 'emil'), {
  decision: 'confirm',
  message: 'Bitte nüchtern kommen.',
})
decideBooking(staff, request('2027-01-14T08:30:00+01:00', 'wilma'), { decision: 'reject' })
const cancelled = request('2027-01-14T10:00:00+01:00', 'otto')
decideBooking(staff, cancelled, { decision: 'confirm' })
cancelByPatient(visitor, cancelled, 'Verkühlt')
createManualBooking(staff, {
  serviceId: 'folgebehandlung',
  start: Date.parse('2027-01-19T10:00:00+01:00'),
  contact: CALLER,
  message: '',
})
hold('2027-01-19T08:30:00+01:00', 'nina')
app.close()
console.log(`${VERSION}: ${Math.ceil(packRelease(VERSION, file) / 1000)} kB`)
rmSync(dataDir, { recursive: true })

function request(start: string, name: string): string {
  const holdId = hold(start, name)
  const contact = aContact({ firstName: name, email: addressOf(name) }) as Contact
  const botCheck = { challenge: name, expiresAt: NOW, level: 2 } as const
  return requestBooking(visitor, { holdId, contact, answers: [], browser: BROWSER, origin: name }, botCheck)
    .id
}

function hold(start: string, name: string): string {
  const email = addressOf(name)
  insertVerification(visitor.db, { email, browser: BROWSER, now: NOW })
  const input = { serviceId: 'erstordination', start: Date.parse(start), stop: undefined, email }
  return placeHold(visitor, { ...input, browser: BROWSER, origin: name }).id
}

function addressOf(name: string): string {
  return `${name}@musterfrau.example`
}
