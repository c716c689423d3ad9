import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notifyBusyConflicts } from '../booking/notifications.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openCalendarApp, serveCalendar } from '../testing/calendar-app.ts'
import { calendarText } from '../testing/calendar-text.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { changeCalendar, getCalendar } from './calendars.ts'

/** Words of the entry and of the URL of its calendar. */
const SECRET_WORDS = [
  'Xylophonunterricht',
  'Quittengasse',
  'uid-of-the-entry',
  'anna.geheim@example.at',
  'geheim.ics',
]
const ENTRY = [
  'UID:uid-of-the-entry',
  'DTSTART:20270112T100000',
  'DURATION:PT2H',
  'SUMMARY:Xylophonunterricht',
  'LOCATION:Quittengasse 3',
  'ORGANIZER:mailto:anna.geheim@example.at',
]
const UNREADABLE_ENTRY = [...ENTRY, 'RRULE:FREQ=Xylophonunterricht']

/**
 * Reads the entry, which overlaps an appointment, beside one that cannot be read. A later reading fails.
 * @returns the app, and the path of its database
 */
async function openAfterReadings() {
  const file = join(tempDir(), 'ordi.db')
  const app = openCalendarApp({ file })
  insertBooking(app.ctx().db, {
    status: 'confirmed',
    startsAt: Date.parse('2027-01-12T11:00:00+01:00'),
    endsAt: Date.parse('2027-01-12T11:30:00+01:00'),
  })
  const server = await serveCalendar(calendarText(ENTRY, UNREADABLE_ENTRY))
  const id = app.addCalendar(server.url)
  expect(await app.read(id)).toBe('stored')
  expect(getCalendar(app.ctx(), id)).toMatchObject({ found: 1, unread: 1 })
  server.answerWith('<h1>Xylophonunterricht</h1>')
  changeCalendar(app.ctx(), id, { name: 'Privat', url: '', resource_id: null, busy_only: true })
  expect(await app.read(id)).toBe('failed')
  return { app, file }
}

it('an entry leaves only its time in the database, the log, the e-mails and the metrics', async () => {
  const { app, file } = await openAfterReadings()
  notifyBusyConflicts(app.ctx())
  expect(app.rows("select 1 from messages where kind = 'erp-conflict'")).toHaveLength(1)
  app.ctx().db.$client.pragma('wal_checkpoint(TRUNCATE)')
  const database = readFileSync(file, 'latin1')
  // The tables alone take more than this, so the file was really read.
  expect(database.length).toBeGreaterThan(50_000)
  const metrics = await app.browser('127.0.0.1').get('/metrics')
  expect(metrics.text).toContain('ordi_')
  const outputs = [
    database,
    app.logLines.join('\n'),
    JSON.stringify(app.rows('select * from messages')),
    metrics.text,
  ]
  for (const word of SECRET_WORDS) {
    const outputsWithWord = outputs.filter((text) => text.includes(word))
    expect(outputsWithWord, word).toEqual([])
  }
})
