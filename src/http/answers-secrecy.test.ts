import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFeed, readFeed } from '../backoffice/feeds.ts'
import { getBooking } from '../booking/bookings.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { notifyReminder } from '../booking/notifications.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { openOdoo } from '../erp/odoo-client.ts'
import { pushBooking } from '../erp/push.ts'
import { exportPatient } from '../privacy/export.ts'
import {
  ANSWERS,
  type AppWithQuestions,
  openWithQuestions,
  PLANTED_WORD,
  SHOWN_ANSWERS,
} from '../testing/answers-app.ts'
import { feedTokenOf } from '../testing/links.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { recordLog } from '../testing/test-app.ts'

/** The lists of the practice that could show an answer. */
const LISTS_OF_PRACTICE = [
  'bookings',
  'bookings.csv',
  'bookings?search=Musterfrau',
  'calendar?from=2027-01-11&to=2027-01-17',
  'overview',
  'outbox/emails',
  'outbox/sms',
  'outbox/odoo',
  'odoo',
  'audit',
  'services',
]

/** Pushes the appointment to a simulated Odoo. @returns the calls that it received */
async function pushToOdoo(app: AppWithQuestions, bookingId: string): Promise<string[]> {
  const simulator = openOdooSimulator()
  const login = { url: await listenAs(simulator), database: 'praxis', user: 'ordi', password: 'demo-key' }
  const odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
  await pushBooking(app.ctx, odoo, bookingId)
  return simulator.calls.map((call) => JSON.stringify(call))
}

/** Reads all lists of the practice, and the pages of the patient. */
async function readPages(app: AppWithQuestions, bookingId: string): Promise<string[]> {
  const admin = app.admin()
  const pathsOfPatient = [`bookings/${bookingId}`, `bookings/${bookingId}/termin.ics`, 'services']
  const pages = await Promise.all([
    ...LISTS_OF_PRACTICE.map((path) => admin.get(`/api/admin/${path}`)),
    ...pathsOfPatient.map((path) => app.browser.get(`/api/${path}`)),
  ])
  for (const { status } of pages) expect(status).toBe(200)
  return pages.map(({ text }) => text)
}

/** Reads all rows of all tables. */
function readTables(app: AppWithQuestions): string[] {
  const tables = app.rows<{ name: string }>(`select name from sqlite_master where type = 'table'`)
  return tables.map(({ name }) => JSON.stringify(app.rows(`select * from "${name}"`)))
}

/** Makes a backup, and reads all files in the data folder. */
async function readFiles(dataDir: string): Promise<string[]> {
  mkdirSync(join(dataDir, 'backups'))
  await backupDatabase(join(dataDir, 'ordi.db'), join(dataDir, 'backups', 'ordi.db'))
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
}

/**
 * Confirms, reminds of, pushes, shows and cancels the appointment of this hold.
 * @returns the id of the appointment, and all texts that have left the portal meanwhile
 */
async function playAppointment(app: AppWithQuestions, holdId: string) {
  const { id } = (await app.confirm(holdId)).json
  // A refusal must not repeat what was sent.
  const refusals = [
    (await app.confirm(holdId, { answers: { anliegen: PLANTED_WORD } })).text,
    (await app.hold({ answers: { ...ANSWERS, andere: PLANTED_WORD } })).text,
  ]
  decideBooking(app.ctx(), id, { decision: 'confirm' })
  notifyReminder(app.ctx(), getBooking(app.ctx(), id))
  const sentToOdoo = await pushToOdoo(app, id)
  const pages = await readPages(app, id)
  const { url } = makeFeed(app.ctx(), 1, { title: 'Handy', initialsOnly: false })
  cancelByPatient(app.ctx(), id, '')
  const feed = readFeed(app.ctx(), feedTokenOf(url)) ?? ''

  // The pages and the calls contain the appointment, so they are the right ones to search.
  expect(pages.join('')).toContain('Musterfrau')
  expect(sentToOdoo.length).toBeGreaterThan(1)
  return { id: id as string, sentTexts: [...refusals, ...pages, ...sentToOdoo, feed] }
}

it('answers of a patient are nowhere but in the details and the export, whatever happens to the appointment', async () => {
  const dataDir = tempDir()
  const { lines, log } = recordLog('trace')
  const app = await openWithQuestions({
    file: join(dataDir, 'ordi.db'),
    ports: { log },
    config: { dataDir },
  })
  app.setUpSms()
  const { hold_id } = (await app.hold()).json
  const { id, sentTexts } = await playAppointment(app, hold_id)
  const storedTexts = [...lines, ...readTables(app), ...(await readFiles(dataDir))]
  expect([...sentTexts, ...storedTexts].filter((text) => text.includes(PLANTED_WORD))).toEqual([])

  expect((await app.readDetails(id)).answers).toEqual(SHOWN_ANSWERS)
  const { data, html } = exportPatient(app.ctx(), 'rosa@musterfrau.example')
  expect(data.bookings[0]?.answers).toEqual(SHOWN_ANSWERS)
  expect(html).toContain(`<dt>Was ist Ihnen wichtig?</dt><dd>Seit Mai ${PLANTED_WORD}</dd>`)
  app.close()
})
