import { describe, expect, it } from 'vitest'
import { makeFeed, readFeed } from '../backoffice/feeds.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { exportPatient } from '../privacy/export.ts'
import { aContact, aHold, aManualBooking, aRequest, verifyEmailAddress } from '../testing/factory.ts'
import { feedTokenOf } from '../testing/links.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

// These tests follow an appointment through everything that docs/behaviour.md 5.17 is about.

const MOTHER_EMAIL = 'maria@mutterfrau.example'
const BOOKER = { firstName: 'Maria', lastName: 'Mutterfrau', relation: 'child' }
const CHILD = {
  ...aContact(),
  salutation: 'Herr',
  firstName: 'Max',
  lastName: 'Kindermann',
  birthDate: '2019-03-14',
  svn4: null,
  email: MOTHER_EMAIL,
  mobile: '+43 660 0000012',
  // The cast lets a test leave the booker out.
  booker: BOOKER as typeof BOOKER | undefined,
}

/** Opens the app where a mother has booked for her child. `id` is the appointment's. */
async function openBookedForChild(contact = CHILD) {
  const app = openTestApp()
  app.setUpSms()
  const browser = app.browser()
  await verifyEmailAddress(app, browser, MOTHER_EMAIL)
  const hold = await browser.post('/api/hold', aHold({ contact }))
  const body = await aRequest(app, hold.json.hold_id, { contact })
  const answer = await browser.post('/api/booking/confirm', body)
  return { app, browser, id: answer.json.id as string }
}

describe('an appointment that a mother books for her child', () => {
  it('is announced to her, with the name of the child', async () => {
    const { app, id } = await openBookedForChild()
    await app.admin().post('/api/admin/confirm', { id })
    const messages = app.rows<{ recipient: string; text: string; calendar: string }>(
      `select recipient, text, calendar from messages where booking_id is not null order by id`,
    )
    const [received, request, confirmed, sms] = messages

    expect(messages.map(({ recipient }) => recipient)).toEqual([
      MOTHER_EMAIL,
      'termine@ordination.example',
      MOTHER_EMAIL,
      '+436600000012',
    ])
    for (const mail of [received, confirmed])
      expect(mail?.text).toContain('Guten Tag Maria Mutterfrau! Es geht um den Termin für Max Kindermann.')
    expect(request?.text).toContain('Gebucht von: Maria Mutterfrau, für das eigene Kind')
    expect(confirmed?.calendar).toContain('SUMMARY:Termin für Max\\, Ordination')
    expect(sms?.text).toContain('Ihr Termin für Max am Di 12. Jänner')
  })

  it('has the child as its patient in the overview', async () => {
    const { browser, id } = await openBookedForChild()
    const overview = (await browser.get(`/api/bookings/${id}`)).json
    expect(overview.contact).toEqual({ name: 'Max Kindermann', firstName: 'Max', lastName: 'Kindermann' })
  })

  it('has child and mother in its details', async () => {
    const { app, id } = await openBookedForChild()
    const admin = app.admin()
    const { name, booked_by, contact } = (await admin.get(`/api/admin/bookings/${id}`)).json
    expect([name, booked_by]).toEqual(['Max Kindermann', 'Maria Mutterfrau'])
    expect([contact.birthDate, contact.booker]).toEqual(['2019-03-14', BOOKER])
  })

  it.each(['kinderm', 'mutterf', 'max maria'])('is found by either name: %s', async (search) => {
    const { app, id } = await openBookedForChild()
    const { bookings } = (await app.admin().get(`/api/admin/bookings?search=${search}`)).json
    expect(bookings).toMatchObject([{ id, name: 'Max Kindermann', booked_by: 'Maria Mutterfrau' }])
  })

  it('has child and mother in the CSV export', async () => {
    const { app } = await openBookedForChild()
    const csv = (await app.admin().get('/api/admin/bookings.csv')).text
    const [header = '', row = ''] = csv.split('\r\n')
    expect(header).toMatch(/"Gebucht von";"Erschienen"$/)
    expect(row).toMatch(/"Max";"Kindermann".*"Maria Mutterfrau, für das eigene Kind";""$/)
  })

  it('has the name of the child in the calendar feed', async () => {
    const { app, id } = await openBookedForChild()
    await app.admin().post('/api/admin/confirm', { id })
    const { url } = makeFeed(app.ctx(), 1, { title: 'Handy', initialsOnly: false })
    const feed = readFeed(app.ctx(), feedTokenOf(url))
    expect(feed).toContain('SUMMARY:Max Kindermann\r\n')
    expect(feed).not.toContain('Maria')
  })

  it('belongs to her mailbox, including in an export', async () => {
    const { app } = await openBookedForChild()
    const { data, html } = exportPatient(app.ctx(), MOTHER_EMAIL)
    expect(data.bookings).toMatchObject([{ contact: { firstName: 'Max', booker: BOOKER } }])
    expect(html).toContain('<dt>Gebucht von</dt><dd>Maria Mutterfrau, für das eigene Kind</dd>')
  })

  it('is refused with a sentence for each invalid field about the mother', async () => {
    const { app, browser } = await openBookedForChild()
    const nameless = { ...BOOKER, firstName: '' }
    const contact = { ...CHILD, booker: nameless }
    const fields = { 'booker.firstName': 'Vorname ist erforderlich.' }
    const hold = await browser.post('/api/hold', aHold({ contact }))
    expect([hold.status, hold.json.fields]).toEqual([400, fields])
    const entry = aManualBooking({ contact: { ...aManualBooking().contact, booker: nameless } })
    const entered = await app.admin().post('/api/admin/bookings', entry)
    expect([entered.status, entered.json.fields]).toEqual([400, fields])
  })
})

describe('a corrected contact', () => {
  it('may name another booker or none, which the history records', async () => {
    const { app, id } = await openBookedForChild()
    const admin = app.admin()
    const readBooking = async () => (await admin.get(`/api/admin/bookings/${id}`)).json
    const correct = (contact: object) => admin.put(`/api/admin/bookings/${id}/contact`, contact)
    const { contact } = await readBooking()
    expect((await correct({ ...contact, booker: { ...BOOKER, relation: 'other' } })).status).toBe(200)
    expect((await readBooking()).contact.booker).toEqual({ ...BOOKER, relation: 'other' })

    await correct({ ...contact, booker: { relation: '', firstName: '', lastName: '' } })
    const withoutBooker = await readBooking()
    expect([withoutBooker.contact.booker, withoutBooker.booked_by]).toEqual([undefined, undefined])
    const [_request, ...corrections] = withoutBooker.history as { message: string }[]
    expect(corrections.map(({ message }) => message)).toEqual(['Gebucht von', 'Gebucht von'])
  })
})

describe('an SMS', () => {
  const listSms = (app: TestApp) => app.rows(`select status, error from messages where channel = 'sms'`)
  const REFUSED_TO_MINOR = 'Keine SMS an Minderjährige (niemand anderer hat gebucht).'

  it('is never sent to a minor who books alone, not even by hand', async () => {
    // The eighteenth birthday is tomorrow.
    const minorAlone = { ...CHILD, booker: undefined, birthDate: '2009-01-08' }
    const { app, id } = await openBookedForChild(minorAlone)
    const admin = app.admin()
    await admin.post('/api/admin/confirm', { id })
    expect(listSms(app)).toEqual([{ status: 'muted', error: REFUSED_TO_MINOR }])
    const [sms] = app.rows<{ id: number }>(`select id from messages where channel = 'sms'`)
    expect(() => retryMessage(app.ctx(), 'sms', sms?.id ?? 0)).toThrow(REFUSED_TO_MINOR)
  })

  // Today is 7 January 2027 (NOW).
  it.each([
    { patient: 'somebody on the eighteenth birthday', changes: { birthDate: '2009-01-07' } },
    {
      patient: 'a minor for whom somebody else books',
      changes: { birthDate: '2019-03-14', booker: BOOKER },
    },
    { patient: 'somebody whose birth date is unknown', changes: {} },
  ])('is sent to $patient', async ({ changes }) => {
    const app = openTestApp()
    app.setUpSms()
    const contact = { ...aManualBooking().contact, ...changes }
    await app.admin().post('/api/admin/bookings', aManualBooking({ contact }))
    expect(listSms(app)).toEqual([{ status: 'queued', error: null }])
  })
})
