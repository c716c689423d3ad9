import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { offerByHand } from '../booking/manual-offers.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { packBodies } from '../messaging/outbox/packed-bodies.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { aHold, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  openAppOfTracedPatient,
  TRACED_CONTACT,
  TRACED_EMAIL,
  TRACED_START,
  tracesIn,
} from '../testing/traced-patient.ts'
import { erasePatient } from './patient.ts'
import { deleteExpired } from './retention.ts'

/** Milliseconds that a statement waits for a lock: far longer than an erasure takes on a busy machine. */
const LOCK_WAIT_MS = 50_000

/** Returns the content of all files in a folder as one text. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

/** A part of the JSON in the confirmation event, which stores the booking as it was before. */
const BEFORE_CONFIRMATION = `"status":"requested","startsAt":${Date.parse(TRACED_START)}`

/** Opens the app with traces of the patient also in sent and packed messages, a verification and a hold. */
async function openAppWithManyTraces() {
  const app = await openAppOfTracedPatient()
  // The mailbox of `TRACED_EMAIL`, without its tag.
  const email = 'quirxel@vlonbert.example'
  app.cancel()
  app.changeRows(`update messages set status = 'sent', error = '550 quirxel@vlonbert.example unknown'`)
  app.pass(DAY_LENGTH)
  packBodies(app.ctx())
  const browser = app.browser()
  await verifyEmailAddress(app, browser, email)
  app.changeRows(`update messages set status = 'sent' where status = 'queued'`)
  const { status } = await browser.post('/api/hold', aHold({ contact: { ...TRACED_CONTACT, email } }))
  expect(status).toBe(201)
  return app
}

describe('the erasure of a person', () => {
  it('leaves no traces in the database, its WAL, a later backup or the log', async () => {
    const app = await openAppWithManyTraces()
    const bytesBefore = bytesIn(app.dataDir)
    expect(bytesBefore).toContain(BEFORE_CONFIRMATION)
    expect(tracesIn(bytesBefore)).toEqual(
      expect.arrayContaining(['uirxel', 'yloquin', '9182736', 'woxelgasse', 'Grumpfschmerz']),
    )

    const erased = erasePatient(app.ctx(), 'QUIRXEL@vlonbert.example')
    expect(erased).toMatchObject({ bookings: 1, coming: 0, waiting: 0, holds: 1, waitingEntries: 1 })
    mkdirSync(join(app.dataDir, 'backups'))
    await backupDatabase(app.file, join(app.dataDir, 'backups', 'ordi-later.db'))
    writeFileSync(join(app.dataDir, 'log'), app.logLines.join(''))
    const bytesAfter = bytesIn(app.dataDir)
    expect(tracesIn(bytesAfter)).toEqual([])
    expect(bytesAfter.includes(app.bookingId)).toBe(false)
    expect(bytesAfter.includes(BEFORE_CONFIRMATION)).toBe(false)
  })

  it('cancels coming appointments on request, and leaves no traces of them either', async () => {
    const app = await openAppOfTracedPatient()
    const erased = erasePatient(app.ctx(), TRACED_EMAIL, { cancelsComing: true })
    expect(erased).toMatchObject({ bookings: 1, coming: 0 })
    expect(tracesIn(bytesIn(app.dataDir))).toEqual([])
    const free = app.rows('select status from bookings where id not in (select booking_id from occupations)')
    expect(free).toEqual([{ status: 'cancelled' }])
    expect(app.rows(`select id from messages where status = 'queued'`)).toEqual([])
  })

  it('removes the patient from the search index', async () => {
    const app = await openAppWithManyTraces()
    const search = (part: string) =>
      app.rows('select rowid from booking_search_index where booking_search_index match ?', `"${part}"`)
    // The first name, the last name, the e-mail address and the number in `TRACED_CONTACT`.
    const parts = ['xyl', 'vlo', 'quirx', '9182']
    expect(parts.map((part) => search(part).length)).not.toContain(0)
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(parts.flatMap(search)).toEqual([])
  })

  it('keeps the service, the statuses, and that messages were sent, which reveal nothing', async () => {
    const app = await openAppWithManyTraces()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(app.rows('select status, service_id, anonymised, answers from bookings')).toEqual([
      { status: 'cancelled', service_id: 'erstordination', anonymised: 1, answers: null },
    ])
    expect(app.rows('select distinct status, emptied, packed from messages')).toEqual([
      { status: 'sent', emptied: 'Inhalt auf Wunsch der Person gelöscht.', packed: null },
    ])
  })

  it('is recorded with a masked e-mail address', async () => {
    const app = await openAppWithManyTraces()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(app.rows(`select action, subject from audit where action like 'person%'`)).toEqual([
      { action: 'person-erased', subject: 'q***@v***.example' },
    ])
  })

  it('does not wait for a reading backup, and the next retention run empties the WAL', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    app.ctx().db.$client.pragma(`busy_timeout = ${LOCK_WAIT_MS}`)

    const reader = new Database(app.file)
    reader.exec('begin')
    reader.prepare('select count(*) from bookings').get()
    // The reader ends only after the erasure, so an erasure that waited for it would take the whole time.
    const start = performance.now()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(performance.now() - start).toBeLessThan(LOCK_WAIT_MS)
    expect(tracesIn(bytesIn(app.dataDir))).not.toEqual([])

    reader.close()
    await deleteExpired(app.ctx)
    expect(tracesIn(bytesIn(app.dataDir))).toEqual([])
    expect(app.ctx().db.$client.pragma('busy_timeout', { simple: true })).toBe(LOCK_WAIT_MS)
  })

  it('empties the offer SMS of a patient without an appointment, phone number included', () => {
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
})
