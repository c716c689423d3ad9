import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFeed, readFeed } from '../backoffice/feeds.ts'
import { getBooking } from '../booking/bookings.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { notifyReminder } from '../booking/notifications.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { openOdoo } from '../erp/odoo-client.ts'
import { pushBooking } from '../erp/push.ts'
import { exportPatient } from '../privacy/export.ts'
import { getService, saveService } from '../schedule/services.ts'
import type { Question } from '../shared/service/questions.ts'
import { aContact, aHold, aRequest, verifyEmailAddress } from '../testing/factory.ts'
import { feedTokenOf } from '../testing/links.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'

const QUESTIONS: readonly Question[] = [
  { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
  { id: 'anliegen', label: 'Was ist Ihnen wichtig?', kind: 'text', required: false },
]
/** A word that occurs nowhere else in the portal. */
const PLANTED_WORD = 'Quirlstichfieber'
const ANSWERS = { allergien: true, anliegen: `Seit Mai ${PLANTED_WORD}` }
/** The answers with their questions, as they are shown. */
const SHOWN_ANSWERS = [
  { id: 'allergien', label: 'Haben Sie Allergien?', value: 'Ja' },
  { id: 'anliegen', label: 'Was ist Ihnen wichtig?', value: `Seit Mai ${PLANTED_WORD}` },
]

/** Opens the app with a service that has questions, and a browser with a verified e-mail address. */
async function openWithQuestions(options: Parameters<typeof openTestApp>[0] = {}) {
  const app = openTestApp(options)
  const setQuestions = (questions: readonly Question[]) =>
    saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), questions })
  setQuestions(QUESTIONS)
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const hold = (changes: object = {}) => browser.post('/api/hold', aHold({ answers: ANSWERS, ...changes }))
  const confirm = async (holdId: string, changes: object = {}) =>
    browser.post('/api/booking/confirm', await aRequest(app, holdId, { answers: ANSWERS, ...changes }))
  const readDetails = async (id: string) => (await app.admin().get(`/api/admin/bookings/${id}`)).json
  return { ...app, browser, setQuestions, hold, confirm, readDetails }
}

type AppWithQuestions = Awaited<ReturnType<typeof openWithQuestions>>

/** Pushes the appointment to a simulated Odoo. @returns the calls that it received */
async function pushToOdoo(app: AppWithQuestions, bookingId: string): Promise<string[]> {
  const simulator = openOdooSimulator()
  const login = { url: await listenAs(simulator), database: 'praxis', user: 'ordi', password: 'demo-key' }
  const odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
  await pushBooking(app.ctx, odoo, bookingId)
  return simulator.calls.map((call) => JSON.stringify(call))
}

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

describe('answers to the questions of a service', () => {
  it.each([
    {
      fault: 'missing',
      answers: undefined,
      fields: { allergien: 'Bitte beantworten Sie diese Frage.' },
    },
    {
      fault: 'to another question',
      answers: { ...ANSWERS, alter: 7 },
      fields: { alter: 'Diese Frage gibt es nicht mehr.' },
    },
    {
      fault: 'of the wrong kind',
      answers: { allergien: 'vielleicht' },
      fields: { allergien: 'Bitte wählen Sie Ja oder Nein.' },
    },
  ])(
    'that are $fault are refused by hold and by confirm, together with an invalid contact',
    async ({ answers, fields }) => {
      const { rows, hold, confirm } = await openWithQuestions()
      const contact = aContact({ firstName: '' })
      const invalidFields = { ...fields, firstName: 'Vorname ist erforderlich.' }
      const refusedHold = await hold({ answers, contact })
      expect([refusedHold.status, refusedHold.json.error]).toEqual([400, 'invalid'])
      expect(refusedHold.json.fields).toEqual(invalidFields)
      expect(rows('select * from holds')).toEqual([])

      const { hold_id } = (await hold()).json
      const refusedRequest = await confirm(hold_id, { answers, contact })
      expect([refusedRequest.status, refusedRequest.json.error]).toEqual([400, 'invalid'])
      expect(refusedRequest.json.fields).toEqual(invalidFields)
      expect(rows('select * from bookings')).toEqual([])

      expect((await confirm(hold_id)).status).toBe(201)
    },
  )

  it('are refused by a service without questions, which needs none', async () => {
    const { setQuestions, hold } = await openWithQuestions()
    setQuestions([])
    expect((await hold()).json.fields).toEqual({ allergien: 'Diese Frage gibt es nicht mehr.' })
    for (const answers of [undefined, null]) expect((await hold({ answers })).status).toBe(201)
  })

  it('to an unknown service are not checked, because the service is refused', async () => {
    const { hold } = await openWithQuestions()
    expect((await hold({ service_id: 'unknown-service' })).json.error).toBe('service_not_found')
  })

  it('are in the details of the booking, with the questions as they were asked', async () => {
    const { setQuestions, hold, confirm, readDetails } = await openWithQuestions()
    const { id } = (await confirm((await hold()).json.hold_id)).json
    setQuestions([{ id: 'allergien', label: 'Vertragen Sie Penicillin?', kind: 'yesno', required: true }])
    expect((await readDetails(id)).answers).toEqual(SHOWN_ANSWERS)
  })

  it('that are omitted store nothing', async () => {
    const { setQuestions, rows, hold, confirm, readDetails } = await openWithQuestions()
    setQuestions(QUESTIONS.slice(1))
    const { hold_id } = (await hold({ answers: {} })).json
    const { id } = (await confirm(hold_id, { answers: { anliegen: '' } })).json
    expect((await readDetails(id)).answers).toEqual([])
    expect(rows('select answers from bookings')).toEqual([{ answers: null }])
  })

  it('are nowhere but in the details and the export for the patient, whatever happens to the appointment', async () => {
    const dataDir = tempDir()
    const { lines, log } = recordLog('trace')
    const app = await openWithQuestions({
      file: join(dataDir, 'ordi.db'),
      ports: { log },
      config: { dataDir },
    })
    app.setUpSms()
    const { hold_id } = (await app.hold()).json
    const { id } = (await app.confirm(hold_id)).json

    const refusals = [
      (await app.confirm(hold_id, { answers: { anliegen: PLANTED_WORD } })).text,
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
    const sentTexts = [...refusals, ...pages, ...sentToOdoo, feed]
    const storedTexts = [...lines, ...readTables(app), ...(await readFiles(dataDir))]
    expect([...sentTexts, ...storedTexts].filter((text) => text.includes(PLANTED_WORD))).toEqual([])

    expect((await app.readDetails(id)).answers).toEqual(SHOWN_ANSWERS)
    const { data, html } = exportPatient(app.ctx(), 'rosa@musterfrau.example')
    expect(data.bookings[0]?.answers).toEqual(SHOWN_ANSWERS)
    expect(html).toContain(`<dt>Was ist Ihnen wichtig?</dt><dd>Seit Mai ${PLANTED_WORD}</dd>`)
    app.close()
  })
})
