import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { offerByHand } from '../booking/manual-offers.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { erpEvents } from '../db/schema.ts'
import { packBodies } from '../messaging/outbox/packed-bodies.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  openAppOfTracedPatient,
  TRACED_CONTACT,
  TRACED_EMAIL,
  TRACED_START,
  tracesIn,
} from '../testing/traced-patient.ts'
import { exportPatient } from './export.ts'
import { erasePatient, summarisePatient } from './patient.ts'
import { deleteExpired } from './retention.ts'

/** Everything in the files of a folder, also what is packed in the database. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

/** The event of the confirmation stores the booking as it was before. */
const BEFORE_CONFIRMATION = JSON.stringify({
  status: 'requested',
  startsAt: Date.parse(TRACED_START),
}).slice(1, -1)

/** The patient's traces are also in sent and packed messages, in a verification, and in a hold. */
async function openAppWithManyTraces() {
  const app = await openAppOfTracedPatient()
  const email = 'quirxel@vlonbert.example'
  app.cancel()
  app.change(`update messages set status = 'sent', error = '550 quirxel@vlonbert.example unknown'`)
  app.pass(DAY_LENGTH)
  packBodies(app.ctx())
  await verifyEmailAddress(app, app.browser(), email)
  app.change(`update messages set status = 'sent' where status = 'queued'`)
  await app.browser().post('/api/hold', aHold({ contact: { ...TRACED_CONTACT, email } }))
  return app
}

describe('the erasure of a person', () => {
  it('leaves nothing in the database, its WAL, a backup that is made afterwards, and the log', async () => {
    const app = await openAppWithManyTraces()
    const before = bytesIn(app.dataDir)
    expect(before).toContain(BEFORE_CONFIRMATION)
    expect(tracesIn(before)).toEqual(
      expect.arrayContaining(['uirxel', 'yloquin', '9182736', 'woxelgasse', 'Grumpfschmerz']),
    )

    const erased = erasePatient(app.ctx(), 'QUIRXEL@vlonbert.example')
    expect(erased).toMatchObject({ bookings: 1, coming: 0, waiting: 0 })
    mkdirSync(join(app.dataDir, 'backups'))
    await backupDatabase(app.file, join(app.dataDir, 'backups', 'ordi-later.db'))
    writeFileSync(join(app.dataDir, 'log'), app.lines.join(''))
    const after = bytesIn(app.dataDir)
    expect(tracesIn(after)).toEqual([])
    for (const other of [app.id, BEFORE_CONFIRMATION]) expect(after.includes(other)).toBe(false)
  })

  it('leaves nothing that a search finds', async () => {
    const app = await openAppWithManyTraces()
    const search = (part: string) =>
      app.rows('select rowid from booking_search_index where booking_search_index match ?', `"${part}"`)
    const parts = ['xyl', 'vlo', 'quirx', '9182']
    expect(parts.map((part) => search(part).length)).not.toContain(0)
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(parts.flatMap(search)).toEqual([])
  })

  it('keeps what tells nothing about the patient: the service, the status, that messages were sent', async () => {
    const app = await openAppWithManyTraces()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(app.rows('select status, service_id, anonymised, answers from bookings')).toEqual([
      { status: 'cancelled', service_id: 'erstordination', anonymised: 1, answers: null },
    ])
    expect(app.rows('select distinct status, emptied, packed from messages')).toEqual([
      { status: 'sent', emptied: 'Inhalt auf Wunsch der Person gelöscht.', packed: null },
    ])
  })

  it('is recorded with a masked address', async () => {
    const app = await openAppWithManyTraces()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(app.rows(`select action, subject from audit where action like 'person%'`)).toEqual([
      { action: 'person-erased', subject: 'q***@v***.example' },
    ])
  })

  it('is refused when nothing is stored any more', async () => {
    const app = await openAppWithManyTraces()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow('Zu dieser Adresse ist nichts gespeichert.')
  })

  it('does not wait for a backup that reads; the next retention empties the WAL', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    const reader = new Database(app.file)
    reader.exec('begin; select count(*) from bookings')
    reader.prepare('select count(*) from bookings').get()
    const start = performance.now()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(tracesIn(bytesIn(app.dataDir))).not.toEqual([])
    reader.close()
    await deleteExpired(app.ctx)
    expect(tracesIn(bytesIn(app.dataDir))).toEqual([])
    expect(app.ctx().db.$client.pragma('busy_timeout', { simple: true })).toBe(5_000)
  })

  it('is refused while an appointment is coming', async () => {
    const app = await openAppOfTracedPatient()
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow(
      'Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.',
    )
    insertBooking(app.ctx().db, {
      email: TRACED_EMAIL,
      mailbox: 'quirxel@vlonbert.example',
      startsAt: Date.parse(TRACED_START) + DAY_LENGTH,
    })
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow('Es stehen noch 2 Termine bevor.')
    expect(app.rows('select id from bookings where anonymised = 1')).toEqual([])
  })

  it('keeps from going out what waits, and waits for what is being sent', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    const waiting = app.rows(`select id from messages where status = 'queued'`).length
    expect(summarisePatient(app.ctx(), TRACED_EMAIL)).toMatchObject({ waiting, odooEvents: [] })
    app.change(`update messages set status = 'sending' where kind = 'cancelled' and channel = 'email'`)
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow(
      'Gerade wird eine Nachricht an diese Person gesendet.',
    )
    app.change(`update messages set status = 'queued' where status = 'sending'`)
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(app.rows(`select id from messages where status = 'queued'`)).toEqual([])
  })

  it('names what stays in Odoo and in older backups', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    const { db, now } = app.ctx()
    db.insert(erpEvents)
      .values({ bookingId: app.id, eventId: 4711, startsAt: now, endsAt: now, active: false, pushedAt: now })
      .run()
    const backups = join(app.dataDir, 'backups')
    mkdirSync(backups)
    for (const name of [
      'ordi-2027-01-07T011500Z.db',
      'ordi-2026-12-31T011500Z.db.age',
      'before-demo-end-2026-12-01T000000Z.db',
      'notes.txt',
    ])
      writeFileSync(join(backups, name), '')
    writeFileSync(join(app.dataDir, 'pre-restore-2026-12-02T000000Z.db'), '')
    const { odooEvents, oldCopies } = erasePatient(app.ctx(), TRACED_EMAIL)
    expect(odooEvents).toEqual([4711])
    expect(
      oldCopies.map(({ file, until }) => [
        file.slice(app.dataDir.length + 1),
        until === undefined ? undefined : new Date(until).toISOString(),
      ]),
    ).toEqual([
      // The newest of its week goes after four weeks, the newest of its month after six months.
      ['backups/ordi-2027-01-07T011500Z.db', '2027-01-14T01:15:00.000Z'],
      ['backups/ordi-2026-12-31T011500Z.db.age', '2027-06-01T01:15:00.000Z'],
      ['backups/before-demo-end-2026-12-01T000000Z.db', undefined],
      ['pre-restore-2026-12-02T000000Z.db', undefined],
    ])
  })

  it('takes the number of an SMS along that offered a time to somebody without an appointment', () => {
    const app = openTestApp()
    const person = {
      service_id: 'folgebehandlung',
      name: 'Otto',
      email: TRACED_EMAIL,
      mobile: '0660 0000034',
    }
    const wishes = { not_after: '2027-02-01', not_before: null, weekdays: [1], parts: ['morning'] as const }
    const { id } = addToWaitingList(app.assistant(), { ...person, ...wishes })
    offerByHand(app.assistant(), id, Date.parse(TRACED_START))
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(app.rows(`select distinct recipient, text from messages where kind = 'offer'`)).toEqual([
      { recipient: '', text: '' },
    ])
  })

  it('knows every table: who adds one decides whether it has data of patients', () => {
    // Erased by erasePatient, those with a fingerprint of a patient included.
    const ofPatients = `attempts bookings booking_search booking_search_index busy_conflicts email_verifications erp_events events
      holds known_browsers messages occupations offers waiting_entries`
    const others = `absences admins audit balances calendars counted_days dangers erp_state feeds freed_times message_dictionaries open_holidays passkeys recovery_codes
      former_resources resources services sessions settings spent_challenges texts working_hours __drizzle_migrations`
    const known = `${ofPatients} ${others}`.split(/\s+/)
    const tables = openTestApp().rows<{ name: string }>(
      `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`,
    )
    expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  it('concerns no other mailbox', async () => {
    const app = openTestApp()
    await book(app, app.browser(), TRACED_START)
    const others = app.rows('select * from bookings')
    for (const email of ['mara@musterfrau.example', 'rosa@musterfrau.example.at'])
      expect(() => erasePatient(app.ctx(), email)).toThrow('Zu dieser Adresse ist nichts gespeichert.')
    expect(app.rows('select * from bookings')).toEqual(others)
  })
})

describe('a person without an address of their own', () => {
  const START_MS = Date.parse(TRACED_START)
  /** A patient who has no address, and one who shares the address of the mother. */
  function aFamily() {
    const app = openTestApp()
    const { db } = app.ctx()
    const past = { status: 'confirmed', startsAt: app.ctx().now - 40 * DAY_LENGTH } as const
    const otto = { firstName: 'Otto', lastName: 'Ohnemail', email: '', mailbox: '', mobile: '+43660111' }
    const first = insertBooking(db, { ...past, ...otto })
    insertBooking(db, { ...past, ...otto, birthOn: '', startsAt: past.startsAt - DAY_LENGTH })
    const child = insertBooking(db, {
      ...past,
      firstName: 'Max',
      birthOn: '2019-03-14',
      startsAt: past.startsAt + DAY_LENGTH,
    })
    const mother = insertBooking(db, { ...past, startsAt: past.startsAt + 2 * DAY_LENGTH })
    return { app, first, child, mother }
  }

  it('is erased with all bookings, found by any of them', () => {
    const { app, first } = aFamily()
    expect(erasePatient(app.ctx(), { bookingId: first.id })).toMatchObject({
      label: 'Otto Ohnemail',
      bookings: 2,
    })
    expect(
      app.rows(`select count(*) n from bookings where last_name = 'Ohnemail' or mobile = '+43660111'`),
    ).toEqual([{ n: 0 }])
    expect(() => erasePatient(app.ctx(), { bookingId: first.id })).toThrow()
    expect(app.rows(`select action, subject from audit where action like 'person%'`)).toEqual([
      { action: 'person-erased', subject: `${first.id.slice(0, 6)}…` },
    ])
  })

  it('takes nothing of the others who share the address', async () => {
    const { app, child, mother } = aFamily()
    const browser = app.browser()
    await verifyEmailAddress(app, browser, mother.email)
    expect(exportPatient(app.ctx(), { bookingId: child.id }).data).toMatchObject({
      person: 'Max Musterfrau',
      mailboxes: [],
      bookings: [{ id: child.id }],
      email_verifications: [],
    })
    erasePatient(app.ctx(), { bookingId: child.id })
    expect(app.rows('select first_name from bookings where email = ?', mother.email)).toEqual([
      { first_name: 'Rosa' },
    ])
    expect(summarisePatient(app.ctx(), { bookingId: mother.id })).toMatchObject({
      bookings: 1,
      verifications: 1,
    })
  })

  it('is refused while an appointment is coming', () => {
    const { app } = aFamily()
    const { id } = insertBooking(app.ctx().db, { firstName: 'Vera', startsAt: START_MS })
    expect(() => erasePatient(app.ctx(), { bookingId: id })).toThrow('Es steht noch ein Termin bevor.')
  })
})
