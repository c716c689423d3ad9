import { describe, expect, it } from 'vitest'
import { type StaffAction, signStaffLink } from '../access/links.ts'
import { writeSettings } from '../practice/settings.ts'
import { CANCEL_HOURS, CANCELLATION_NOTICE, TOO_LATE } from '../shared/booking.ts'
import { book } from '../testing/factory.ts'
import { type Browser, openTestApp, type TestApp } from '../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'

async function requested() {
  const app = openTestApp()
  const browser = app.browser()
  const { json } = await book(app, browser, START)
  return { app, browser, id: json.id as string }
}

const sigOf = (app: TestApp, action: StaffAction, id: string) =>
  signStaffLink(app.ctx(), action, id, Date.parse(START))

const decide = (
  app: TestApp,
  browser: Browser,
  call: 'confirm' | 'approve' | 'reject',
  id: string,
  message = '',
) =>
  browser.post(`/api/admin/${call}`, {
    id,
    message,
    sig: sigOf(app, call === 'reject' ? 'reject' : 'confirm', id),
  })

const mailsSince = (app: TestApp, kinds: readonly string[]) =>
  app
    .rows<{ kind: string; recipient: string }>(
      `select kind, recipient from messages where channel = 'email' and booking_id is not null order by id`,
    )
    .filter(({ kind }) => kinds.includes(kind))

/** Every table that a decision could change. */
const everything = (app: TestApp) =>
  ['bookings', 'occupations', 'events', 'messages'].map((table) => app.rows(`select * from ${table}`))

const statusOf = (app: TestApp) => app.rows<{ status: string }>('select status from bookings')[0]?.status

describe('the practice', () => {
  it.each(['confirm', 'approve'] as const)('confirms by a signed link: %s', async (call) => {
    const { app, browser, id } = await requested()
    const answer = await decide(app, browser, call, id, 'Bitte nüchtern kommen.')
    expect([answer.status, answer.json]).toEqual([
      200,
      { status: 'confirmed', note: 'Termin wurde bestätigt und der Patient informiert.' },
    ])
    expect(statusOf(app)).toBe('confirmed')
    const [mail] = app.rows<{ text: string; calendar: string }>(
      `select text, calendar from messages where channel = 'email' and kind = 'confirmed'`,
    )
    expect(mail?.text).toContain('Bitte nüchtern kommen.')
    expect(mail?.calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:0/)
    expect(app.rows('select kind, actor, message from events order by id')).toEqual([
      { kind: 'requested', actor: 'visitor', message: '' },
      { kind: 'confirmed', actor: 'staff-link', message: 'Bitte nüchtern kommen.' },
    ])
  })

  it('rejects with a message, and the time is free again', async () => {
    const { app, browser, id } = await requested()
    const answer = await decide(app, browser, 'reject', id, 'Leider auf Urlaub.')
    expect([answer.status, answer.json.status]).toEqual([200, 'rejected'])
    const [mail] = app.rows<{ text: string; calendar: string | null }>(
      `select text, calendar from messages where channel = 'email' and kind = 'rejected'`,
    )
    expect(mail?.text).toContain('Leider auf Urlaub.')
    expect(mail?.calendar).toBeNull()
    const slots = await browser.get('/api/slots?date=2027-01-12&service=erstordination')
    expect(slots.json.map((slot: { slot_start: string }) => slot.slot_start)).toContain(START)
  })

  it.each([
    ['confirm', 'Termin war bereits bestätigt.'],
    ['reject', 'Termin war bereits abgelehnt.'],
  ] as const)('may press twice to %s: nothing more happens', async (call, note) => {
    const { app, browser, id } = await requested()
    await decide(app, browser, call, id)
    const before = app.rows(`select * from messages where channel = 'email'`)
    const again = await decide(app, browser, call, id)
    expect([again.status, again.json.note]).toEqual([200, note])
    expect(app.rows(`select * from messages where channel = 'email'`)).toEqual(before)
    expect(app.rows('select kind from events')).toHaveLength(2)
  })

  it.each([
    ['confirm', 'reject', 'Dieser Termin wurde bereits bestätigt.'],
    ['reject', 'confirm', 'Dieser Termin wurde bereits abgelehnt.'],
  ] as const)('cannot %s and then %s', async (first, second, sentence) => {
    const { app, browser, id } = await requested()
    await decide(app, browser, first, id)
    const answer = await decide(app, browser, second, id)
    expect([answer.status, answer.json.error, answer.json.message]).toEqual([
      409,
      'already_decided',
      sentence,
    ])
  })

  it.each(['confirm', 'reject'] as const)('cannot %s what the patient has cancelled', async (call) => {
    const { app, browser, id } = await requested()
    await browser.post('/api/patient/reject', { id, message: '' })
    const answer = await decide(app, browser, call, id)
    expect([answer.status, answer.json.error, answer.json.message]).toEqual([
      409,
      'already_decided',
      'Dieser Termin wurde bereits storniert.',
    ])
  })

  it('cannot confirm what has begun, but can still reject it', async () => {
    const { app, id } = await requested()
    app.at(START)
    const assistant = app.admin()
    const answer = await assistant.post('/api/admin/confirm', { id })
    expect([answer.status, answer.json]).toEqual([
      409,
      {
        error: 'too_late',
        message: 'Dieser Termin hat schon begonnen und kann nicht mehr bestätigt werden.',
        start_local: START,
      },
    ])
    expect(statusOf(app)).toBe('requested')
    expect((await assistant.post('/api/admin/reject', { id })).json.status).toBe('rejected')
  })

  it.each([
    ['confirm', 'confirmed', 'Termin wurde bestätigt und der Patient informiert.'],
    ['approve', 'confirmed', 'Termin wurde bestätigt und der Patient informiert.'],
    ['reject', 'rejected', 'Termin wurde abgelehnt und der Patient informiert.'],
  ])('may be a signed-in admin, whom the event names: %s', async (call, status, note) => {
    const { app, id } = await requested()
    const assistant = app.admin()
    const answer = await assistant.post(`/api/admin/${call}`, { id, message: 'Bis bald.' })
    expect([answer.status, answer.json]).toEqual([200, { status, note }])
    await assistant.post(`/api/admin/${call}`, { id })
    expect(app.rows('select kind, actor, actor_name, message from events order by id')).toEqual([
      { kind: 'requested', actor: 'visitor', actor_name: '', message: '' },
      { kind: status, actor: 'admin', actor_name: 'assistenz@ordination.example', message: 'Bis bald.' },
    ])
    expect(app.rows('select actor, actor_name, action, subject from audit')).toEqual([
      {
        actor: 'admin',
        actor_name: 'assistenz@ordination.example',
        action: `booking-${status}`,
        subject: `${id.slice(0, 6)}…`,
      },
    ])
  })

  it('by a link writes no audit entry, and neither does the patient', async () => {
    const { app, browser, id } = await requested()
    await decide(app, browser, 'confirm', id)
    await browser.post('/api/patient/reject', { id, message: '' })
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('takes one of two simultaneous decisions', async () => {
    const { app, browser, id } = await requested()
    const answers = await Promise.all([
      decide(app, browser, 'confirm', id),
      decide(app, browser, 'reject', id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is refused once the appointment has begun', async () => {
    const { app, browser, id } = await requested()
    const sig = sigOf(app, 'confirm', id)
    app.at(START)
    const answer = await browser.post('/api/admin/confirm', { id, message: '', sig })
    expect([answer.status, answer.json.message]).toEqual([403, 'Dieser Link ist ungültig oder abgelaufen.'])
  })

  it('is refused for an unknown booking', async () => {
    const app = openTestApp()
    const id = 'x'.repeat(32)
    const answer = await decide(app, app.browser(), 'confirm', id)
    expect([answer.status, answer.json.error]).toEqual([404, 'not found'])
  })

  it('writes at most 1000 characters', async () => {
    const { app, browser, id } = await requested()
    const answer = await decide(app, browser, 'confirm', id, 'x'.repeat(1001))
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    expect(statusOf(app)).toBe('requested')
  })
})

describe('a forged staff link', () => {
  const CALLS = ['confirm', 'approve', 'reject'] as const
  const actionOf = (call: (typeof CALLS)[number]): StaffAction => (call === 'reject' ? 'reject' : 'confirm')

  /** Sends whatever stands there as `sig`, and sees to it that nothing has changed. */
  async function refusal(call: (typeof CALLS)[number], forge: (sig: string, app: TestApp) => unknown) {
    const { app, browser, id } = await requested()
    const before = everything(app)
    const sig = forge(sigOf(app, actionOf(call), id), app)
    const answer = await browser.post(`/api/admin/${call}`, { id, message: '', sig })
    expect(everything(app)).toEqual(before)
    return [answer.status, answer.json.error, answer.json.message]
  }
  const BAD = [403, 'bad_signature', 'Dieser Link ist ungültig oder abgelaufen.']

  it('is invalid with any character changed', async () => {
    const { app, browser, id } = await requested()
    const before = everything(app)
    const sig = sigOf(app, 'confirm', id)
    for (let at = 0; at < sig.length; at++) {
      const other = sig[at] === '1' ? '2' : '1'
      const forged = sig.slice(0, at) + other + sig.slice(at + 1)
      const answer = await browser.post('/api/admin/confirm', { id, message: '', sig: forged })
      expect([at, answer.status, answer.json.error]).toEqual([at, 403, 'bad_signature'])
    }
    expect(everything(app)).toEqual(before)
    expect((await browser.post('/api/admin/confirm', { id, message: '', sig })).status).toBe(200)
  })

  describe.each(CALLS)('%s', (call) => {
    it.each<[string, (sig: string, app: TestApp) => unknown]>([
      ['an empty text', () => ''],
      ['null', () => null],
      ['a list', (sig) => [sig]],
      ['an empty list', () => []],
      ['an object', (sig) => ({ sig })],
      ['a number', () => 1_799_739_000],
      ['true', () => true],
      ['half of it', (sig) => sig.slice(0, 30)],
      ['an invented one', (sig) => `${sig.split('.')[0]}.${'A'.repeat(43)}`],
      ['a later expiry', (sig) => sig.replace(/^\d+/, (expiry) => String(Number(expiry) + 60))],
      ['that of another booking', (_, app) => sigOf(app, actionOf(call), 'x'.repeat(32))],
    ])('is refused with %s as its signature', async (_, forge) => {
      expect(await refusal(call, forge)).toEqual(BAD)
    })

    it('is refused with the signature of the other decision', async () => {
      const other = call === 'reject' ? 'confirm' : 'reject'
      const { app, browser, id } = await requested()
      const answer = await browser.post(`/api/admin/${call}`, {
        id,
        message: '',
        sig: sigOf(app, other, id),
      })
      expect([answer.status, answer.json.error, statusOf(app)]).toEqual([403, 'bad_signature', 'requested'])
    })

    it('is refused for another booking', async () => {
      const { app, browser, id } = await requested()
      const { json } = await book(app, browser, '2027-01-12T09:30:00+01:00')
      const before = everything(app)
      const sig = sigOf(app, actionOf(call), id)
      const answer = await browser.post(`/api/admin/${call}`, { id: json.id, message: '', sig })
      expect([answer.status, answer.json.error]).toEqual([403, 'bad_signature'])
      expect(everything(app)).toEqual(before)
    })

    it('needs a session without a signature', async () => {
      expect(await refusal(call, () => undefined)).toEqual([401, 'unauthorized', 'Bitte melden Sie sich an.'])
    })

    it('is refused with a bad signature, also with a session', async () => {
      const { app, id } = await requested()
      const answer = await app.admin().post(`/api/admin/${call}`, { id, message: '', sig: '' })
      expect([answer.status, statusOf(app)]).toEqual([403, 'requested'])
    })

    it('needs an id', async () => {
      const { app, browser, id } = await requested()
      const sig = sigOf(app, actionOf(call), id)
      const empty = await browser.post(`/api/admin/${call}`, { id: '', message: '', sig })
      expect([empty.status, empty.json.fields]).toEqual([400, { id: 'Ungültiger Link (keine ID).' }])
      for (const missing of [undefined, null, [id]]) {
        const answer = await browser.post(`/api/admin/${call}`, { id: missing, message: '', sig })
        expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ['id']])
      }
      expect(statusOf(app)).toBe('requested')
    })
  })
})

describe('the patient', () => {
  it('cancels a request with a reason for the practice, and the time is free again', async () => {
    const { app, browser, id } = await requested()
    const answer = await browser.post('/api/patient/reject', { id, message: 'Bin krank.' })
    expect([answer.status, answer.json]).toEqual([200, { status: 'cancelled' }])
    expect(mailsSince(app, ['cancelled', 'cancelled-by-patient'])).toEqual([
      { kind: 'cancelled', recipient: 'rosa@musterfrau.example' },
      { kind: 'cancelled-by-patient', recipient: 'termine@ordination.example' },
    ])
    const [toPractice] = app.rows<{ text: string }>(
      `select text from messages where channel = 'email' and kind = 'cancelled-by-patient'`,
    )
    expect(toPractice?.text).toContain('Bin krank.')
    const [toPatient] = app.rows<{ calendar: string | null }>(
      `select calendar from messages where channel = 'email' and kind = 'cancelled'`,
    )
    expect(toPatient?.calendar).toBeNull()
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('cancels a confirmed appointment, and its calendar entry is withdrawn with a higher SEQUENCE', async () => {
    const { app, browser, id } = await requested()
    await decide(app, browser, 'confirm', id)
    await browser.post('/api/patient/reject', { id, message: '' })
    const entries = app
      .rows<{ calendar: string }>(
        `select calendar from messages where channel = 'email' and calendar is not null order by id`,
      )
      .map(({ calendar }) => calendar)
    const value = (entry: string | undefined, name: string) =>
      new RegExp(`^${name}:(.*)$`, 'm').exec(entry ?? '')?.[1]?.trim()
    expect(entries.map((entry) => value(entry, 'METHOD'))).toEqual(['REQUEST', 'CANCEL'])
    expect(value(entries[1], 'UID')).toBe(value(entries[0], 'UID'))
    expect(Number(value(entries[1], 'SEQUENCE'))).toBeGreaterThan(Number(value(entries[0], 'SEQUENCE')))
  })

  it('gets the same answer the second time, without further messages', async () => {
    const { app, browser, id } = await requested()
    await browser.post('/api/patient/reject', { id, message: '' })
    const mails = app.rows(`select id from messages where channel = 'email'`).length
    const again = await browser.post('/api/patient/reject', { id, message: '' })
    expect([again.status, again.json]).toEqual([200, { status: 'cancelled' }])
    expect(app.rows(`select id from messages where channel = 'email'`)).toHaveLength(mails)
  })

  it('is refused from the cut-off on, with the facts and whom to call', async () => {
    const { app, browser, id } = await requested()
    app.at(new Date(Date.parse(START) - CANCELLATION_NOTICE).toISOString())
    const answer = await browser.post('/api/patient/reject', { id, message: '' })
    expect([answer.status, answer.json]).toEqual([
      409,
      {
        error: 'too_late',
        message: TOO_LATE,
        start_local: START,
        starts_in_hours: CANCEL_HOURS,
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
      },
    ])
    expect(statusOf(app)).toBe('requested')
  })

  it('cannot cancel a rejected or unknown booking', async () => {
    const { app, browser, id } = await requested()
    await decide(app, browser, 'reject', id)
    const rejected = await browser.post('/api/patient/reject', { id, message: '' })
    expect([rejected.status, rejected.json.message]).toEqual([409, 'Dieser Termin wurde bereits abgelehnt.'])
    const unknown = await browser.post('/api/patient/reject', { id: 'x'.repeat(32), message: '' })
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })
})

describe('notifications that are switched off', () => {
  it.each([
    [
      'confirm',
      'Termin wurde bestätigt. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.',
    ],
    [
      'reject',
      'Termin wurde abgelehnt. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.',
    ],
  ] as const)('are not promised: %s', async (call, note) => {
    const { app, browser, id } = await requested()
    writeSettings(app.ctx(), 'general', { notify_off: true })
    expect((await decide(app, browser, call, id)).json.note).toBe(note)
  })
})
