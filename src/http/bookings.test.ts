import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByPatient, cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { CANCEL_HOURS, cutOff, tooLateText } from '../shared/booking.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { aContact, aHold, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

type Given = Parameters<typeof openTestApp>[0]

const START = '2027-01-12T08:30:00+01:00'
const OTHER = aContact({ email: 'other@musterfrau.example' })

/** A browser with a verified address. */
async function verified(given?: Given) {
  const app = openTestApp(given)
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  return { app, browser }
}

/** Adds a hold and its next step to `verified`. */
async function held(given?: Given) {
  const { app, browser } = await verified(given)
  const { hold_id: id } = (await browser.post('/api/hold', aHold())).json
  const body = await aRequest(app, id)
  const confirm = (changes: Record<string, unknown> = {}) =>
    browser.post('/api/booking/confirm', { ...body, ...changes })
  return { app, browser, id, confirm }
}

const isFree = async (browser: Browser, start = START) =>
  (await browser.get('/api/slots?date=2027-01-12&service=erstordination')).json.some(
    (slot: { slot_start: string }) => slot.slot_start === start,
  )

describe('placing a hold', () => {
  it('reserves the time for ten minutes and ignores the facts of the service that the client sends', async () => {
    const { browser } = await verified()
    const facts = { service_name: 'x', service_duration_min: 5, description: '', resource_id: 'doctor-9' }
    const hold = await browser.post('/api/hold', aHold({ ...facts, stop: '2027-01-12T09:15:00+01:00' }))
    expect([hold.status, hold.json]).toEqual([
      201,
      { hold_id: expect.stringMatching(/^[\w-]{22,}$/), expires_at: '2027-01-07T13:50:00+01:00' },
    ])
    expect(await isFree(browser)).toBe(false)
  })

  it('is refused unless this browser has verified the address', async () => {
    const { app, browser } = await verified()
    const message = 'Bitte E-Mail verifizieren, bevor Sie fortfahren.'
    for (const answer of [
      await app.browser().post('/api/hold', aHold()),
      await browser.post('/api/hold', aHold({ contact: OTHER })),
    ])
      expect([answer.status, answer.json]).toEqual([
        403,
        { error: 'email_unverified', message, fields: { email: message } },
      ])
    expect(app.rows('select * from holds')).toEqual([])
  })

  it('is refused with a sentence for each invalid field', async () => {
    const { browser } = await verified()
    const contact = aContact({ zip: '68', lastName: '', svn4: '1234' })
    const answer = await browser.post('/api/hold', aHold({ contact }))
    expect([answer.status, answer.json.error, answer.json.fields]).toEqual([
      400,
      'invalid',
      {
        zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
        lastName: 'Nachname ist erforderlich.',
        svn4: 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.',
      },
    ])
  })

  it.each<[string, Record<string, unknown>, number?, string?]>([
    ['a service that is not offered', { service_id: 'massage' }, 404, 'service_not_found'],
    ['an unknown key', { price: 0 }],
    ['a stop that does not fit the service', { stop: '2027-01-12T09:00:00+01:00' }],
    ['no start', { start: undefined }],
    ['a start without an offset', { start: '2027-01-12T08:30:00' }],
    ['no contact', { contact: undefined }],
    ['a contact that is a list', { contact: [] }],
  ])('is refused with %s', async (_, changes, status = 400, error = 'invalid') => {
    const { browser } = await verified()
    const answer = await browser.post('/api/hold', aHold(changes))
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  it('is refused for a time that another patient holds, or that is not offered', async () => {
    const { app } = await held()
    const second = app.browser('203.0.113.8')
    await verifyEmailAddress(app, second, OTHER.email)
    for (const start of [START, '2027-01-12T09:00:00+01:00', '2027-01-12T09:37:00+01:00']) {
      const answer = await second.post('/api/hold', aHold({ start, contact: OTHER }))
      const message = 'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.'
      expect([answer.status, answer.json]).toEqual([409, { error: 'slot_taken', message }])
    }
  })

  it('is refused while booking is closed, with the phone number', async () => {
    const { app, browser } = await verified()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    const answer = await browser.post('/api/hold', aHold())
    expect([answer.status, answer.json.error, answer.json.phone]).toEqual([503, 'closed', '+43 5572 000000'])
  })

  it('succeeds for exactly one of fifty simultaneous calls', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const calls = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const browser = app.browser(`203.0.113.${i}`)
        const email = `patient${i}@musterfrau.example`
        await browser.post('/api/email/send', { email })
        return () => browser.post('/api/hold', aHold({ contact: aContact({ email }) }))
      }),
    )
    app.change('update email_verifications set verified_at = ?', Date.now())
    const answers = await Promise.all(calls.map((call) => call()))
    expect(answers.map(({ status, json }) => json.error ?? status).toSorted()).toEqual([
      201,
      ...Array(49).fill('slot_taken'),
    ])
  })
})

describe('a hold', () => {
  it('ends when it expires, before it is deleted', async () => {
    const { app, browser, id } = await held()
    app.pass(10 * MINUTE)
    expect([await isFree(browser), app.rows('select id from holds')]).toEqual([true, [{ id }]])
    const answer = await browser.post(`/api/hold/${id}/extend`)
    expect([answer.status, answer.json]).toEqual([
      410,
      {
        error: 'hold_expired',
        message: 'Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.',
      },
    ])
  })

  it('can be extended', async () => {
    const { app, browser, id } = await held()
    app.pass(9 * MINUTE)
    const { status, json } = await browser.post(`/api/hold/${id}/extend`)
    expect([status, json]).toEqual([200, { hold_id: id, expires_at: '2027-01-07T13:59:00+01:00' }])
  })

  it('can be released, also twice', async () => {
    const { browser, id } = await held()
    for (let i = 0; i < 2; i++) expect((await browser.delete(`/api/hold/${id}`)).status).toBe(204)
    expect(await isFree(browser)).toBe(true)
  })
})

describe('confirming', () => {
  it('makes a requested booking and notifies patient and practice', async () => {
    const { app, browser, confirm } = await held()
    const answer = await confirm()
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[\w-]{22,}$/),
        status: 'requested',
        slot: { start: START, start_local: START },
      },
    ])
    expect(
      app.rows('select kind, recipient, status from messages where booking_id is not null order by id'),
    ).toEqual([
      { kind: 'reservation-received', recipient: 'rosa@musterfrau.example', status: 'queued' },
      { kind: 'new-reservation', recipient: 'termine@ordination.example', status: 'queued' },
    ])
    expect(app.rows('select kind, actor from events')).toEqual([{ kind: 'requested', actor: 'visitor' }])
    expect(app.rows('select * from holds')).toEqual([])
    app.pass(11 * MINUTE)
    expect(await isFree(browser)).toBe(false)
  })

  it('answers the same booking for the same hold without another e-mail', async () => {
    const { app, confirm } = await held()
    const [first, again] = [await confirm(), await confirm()]
    expect([again.status, again.json]).toEqual([200, first.json])
    expect(app.rows('select id from messages where booking_id is not null')).toHaveLength(2)
  })

  it('makes one booking of fifty simultaneous calls', async () => {
    const { app, confirm } = await held()
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm()))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201])
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })

  it('encrypts the social security number and shows it nowhere', async () => {
    const { app, browser, confirm } = await held()
    const { json } = await confirm()
    expect(app.rows('select svnr from bookings')).toEqual([{ svnr: expect.stringMatching(/^v1:/) }])
    const overview = await browser.get(`/api/bookings/${json.id}`)
    const mails = JSON.stringify(app.rows('select * from messages'))
    // Random ids and signatures may contain the same letters, even as the beginning of a word.
    const shown = `${overview.text} ${mails.replaceAll('\\n', ' ')}`.replaceAll(/[\w-]{20,}/g, '…')
    expect(shown).not.toMatch(/\b1237( ?010180)?\b|\bsvn/i)
  })

  it('stores the wish to be reminded by SMS, and no number for people who have none', async () => {
    const { app, confirm } = await held()
    expect((await confirm({ contact: aContact({ reminderBySms: 'ja' }) })).json.fields).toEqual({
      reminderBySms: 'Bitte true oder false angeben.',
    })
    expect((await confirm({ contact: aContact({ reminderBySms: true, svn4: null }) })).status).toBe(201)
    expect(app.rows('select reminder_by_sms, svnr from bookings')).toEqual([
      { reminder_by_sms: 1, svnr: null },
    ])
  })

  it.each([
    ['consent is missing', { consent: undefined }, 400, 'consent_required'],
    ['consent is only a word', { consent: 'true' }, 400, 'consent_required'],
    ['the bot check is missing', { turnstile_token: undefined }, 400, 'bot_check_failed'],
    ['the bot check is invented', { turnstile_token: 'XXXX' }, 400, 'bot_check_failed'],
    ['the contact is invalid', { contact: aContact({ firstName: 'R' }) }, 400, 'invalid'],
    ['the address is not verified', { contact: OTHER }, 403, 'email_unverified'],
    ['the hold is unknown', { hold_id: 'x'.repeat(32) }, 410, 'hold_expired'],
    ['the body has an unknown key', { status: 'confirmed' }, 400, 'invalid'],
  ])('is refused when %s, and spends no bot check', async (_, changes, status, error) => {
    const { app, confirm } = await held()
    const answer = await confirm(changes)
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect(app.rows('select * from bookings')).toEqual([])
    expect((await confirm()).status).toBe(201)
  })

  const OFF = `update services set active = 0 where id = 'erstordination'`
  const CLOSED = `insert into settings values ('general.booking_maintenance_active', 'true', 0)`

  it.each([
    ['the hold has expired', 'update holds set expires_at = 0', 410, 'hold_expired'],
    ['booking was closed', CLOSED, 503, 'closed'],
    ['the service was switched off', OFF, 409, 'slot_taken'],
  ])('is refused when meanwhile %s', async (_, change, status, error) => {
    const { app, confirm } = await held()
    app.ctx().db.$client.exec(change)
    const answer = await confirm()
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  it('spends a bot check once', async () => {
    const { browser, confirm } = await held()
    expect((await confirm()).status).toBe(201)
    const second = (await browser.post('/api/hold', aHold({ start: '2027-01-13T09:00:00+01:00' }))).json
    const answer = await confirm({ hold_id: second.hold_id })
    expect([answer.status, answer.json.error]).toEqual([400, 'bot_check_failed'])
  })

  it('accepts the built-in bot check, solved as a browser does', async () => {
    const { browser, confirm } = await held()
    const { status, json, headers } = await browser.get('/api/bot-check/challenge')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const challenge: Challenge = json
    const solution = await solveChallenge({ challenge, deriveKey })
    const turnstile_token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    expect((await confirm({ turnstile_token })).status).toBe(201)
  }, 30_000)
})

describe('confirming with Turnstile', () => {
  const good = async () => Response.json({ success: true, hostname: 'localhost', action: 'booking' })

  /** A hold in an app with both keys, and what Cloudflare is asked. */
  async function heldWithTurnstile(answer: () => Promise<Response> = good) {
    const asked: Record<string, string>[] = []
    const httpFetch: typeof fetch = (_url, init) => {
      asked.push(JSON.parse(String(init?.body)))
      return answer()
    }
    const opened = await held({ config: { turnstileSiteKey: 'site' }, ports: { httpFetch } })
    writeSettings(opened.app.ctx(), 'general', { TURNSTILE_SECRET: 'the secret key' })
    return { ...opened, asked }
  }

  it('asks Cloudflare when both of its keys are set', async () => {
    const { browser, confirm, asked } = await heldWithTurnstile()
    expect((await browser.get('/api/status')).json.bot_check).toEqual({ kind: 'turnstile', site_key: 'site' })
    expect((await confirm({ turnstile_token: 'a token' })).status).toBe(201)
    expect(asked).toMatchObject([{ secret: 'the secret key', response: 'a token' }])
  })

  it('does not accept a solved built-in check instead', async () => {
    const { confirm } = await heldWithTurnstile(async () => Response.json({ success: false }))
    const answer = await confirm()
    expect([answer.status, answer.json.error]).toEqual([400, 'bot_check_failed'])
  })

  it('is refused while Cloudflare cannot be reached, and a later try succeeds', async () => {
    let isReachable = false
    const { app, confirm, asked } = await heldWithTurnstile(() =>
      isReachable ? good() : Promise.reject(new TypeError('fetch failed')),
    )
    const answer = await confirm()
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        error: 'bot_check_unavailable',
        message: 'Die Sicherheitsprüfung ist derzeit nicht möglich. Bitte rufen Sie uns an.',
      },
    ])
    expect(app.rows('select * from bookings')).toEqual([])
    isReachable = true
    expect((await confirm()).status).toBe(201)
    expect(asked[0]?.idempotency_key).toBe(asked[1]?.idempotency_key)
  })

  it('does not ask Cloudflare about a hold that has expired', async () => {
    const { app, confirm, asked } = await heldWithTurnstile()
    app.pass(10 * MINUTE)
    expect((await confirm()).json.error).toBe('hold_expired')
    expect(asked).toEqual([])
  })

  it('makes one booking of calls that wait for Cloudflare together', async () => {
    const { confirm } = await heldWithTurnstile()
    const tokens = ['a token', 'a token', 'another']
    const answers = await Promise.all(tokens.map((turnstile_token) => confirm({ turnstile_token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })
})

describe('the overview', () => {
  let app: TestApp
  let browser: Browser
  beforeEach(() => {
    app = openTestApp()
    browser = app.browser()
  })

  it("holds the practice's message once it rejects or cancels, but not what the patient wrote when cancelling", async () => {
    const notesAfter = async (decide: (id: string) => unknown) => {
      const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), notes: 'Nüchtern kommen.' })
      decide(id)
      const { slot, notes } = (await browser.get(`/api/bookings/${id}`)).json
      return [slot.status, slot.notes, notes]
    }
    const staff = (): Ctx => ({ ...app.ctx(), actor: { kind: 'staff-link' } })
    const decided = [
      await notesAfter((id) =>
        decideBooking(staff(), id, { decision: 'reject', message: 'Wir sind auf Urlaub.' }),
      ),
      await notesAfter((id) => cancelByStaff(staff(), id, 'Bitte rufen Sie uns an.')),
      await notesAfter((id) => cancelByStaff(staff(), id, '')),
      await notesAfter((id) => cancelByPatient(app.ctx(), id, 'Ich bin verhindert.')),
    ]
    expect(decided).toEqual([
      ['rejected', 'Wir sind auf Urlaub.', 'Nüchtern kommen.'],
      ['cancelled', 'Bitte rufen Sie uns an.', 'Nüchtern kommen.'],
      ['cancelled', 'Nüchtern kommen.', 'Nüchtern kommen.'],
      ['cancelled', 'Nüchtern kommen.', 'Nüchtern kommen.'],
    ])
  })

  it('has the hint that the service has now, while the appointment stands', async () => {
    const { id } = insertBooking(app.ctx().db, { serviceId: 'vorsorgegespraech' })
    app.change(`update services set hint = 'Impfpass mitbringen.' where id = 'vorsorgegespraech'`)
    const hint = async () => (await browser.get(`/api/bookings/${id}`)).json.hint
    expect(await hint()).toBe('Impfpass mitbringen.')
    cancelByPatient(app.ctx(), id, '')
    expect(await hint()).toBeUndefined()
  })

  it('answers its fields and nothing more', async () => {
    const { id } = (await book(app, browser, START)).json
    const answer = await browser.get(`/api/bookings/${id}`)
    const notes = expect.stringContaining('Befunde')
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        id,
        status: 'requested',
        slot: {
          start: START,
          start_local: START,
          end: expect.stringMatching(/T09:15/),
          notes,
          status: 'requested',
        },
        service_name: 'Erstordination',
        contact: { name: 'Rosa Musterfrau', firstName: 'Rosa', lastName: 'Musterfrau' },
        notes,
        practice: {
          name: 'Ordination Dr. Demo Muster',
          address: 'Beispielstraße 1, 6850 Dornbirn',
          email: 'termine@ordination.example',
          phone: '+43 5572 000000',
          mapsUrl: expect.stringMatching(/^https:/),
          mapsEmbedUrl: expect.stringMatching(/^https:/),
        },
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['rejected', START],
    ['cancelled', START],
    ['requested', '2027-01-06T08:30:00+01:00'],
  ] as const)(
    'has the next free time of the service when it is %s and does not take place',
    async (status, start) => {
      const startsAt = Date.parse(start)
      const { id } = insertBooking(app.ctx().db, { status, startsAt, serviceId: 'erstordination' })
      const read = async () => (await browser.get(`/api/bookings/${id}`)).json.next_free
      const next = await read()
      expect(next).toMatchObject({
        service_id: 'erstordination',
        start: expect.stringMatching(/^2027-01-0[78]T/),
      })
      expect((await book(app, browser, next.start)).status).toBe(201)
      expect(await read()).not.toEqual(next)
      writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
      expect(await read()).toBeUndefined()
    },
  )

  it('says to which number the reminder goes by SMS, with three of its digits, while it does', async () => {
    const { id } = insertBooking(app.ctx().db, { reminderBySms: true })
    const number = async () => (await browser.get(`/api/bookings/${id}`)).json.reminder_sms
    expect(await number()).toBeUndefined()
    app.setUpSms()
    expect(await number()).toBe('+43 664 …567')
    writeSettings(app.ctx(), 'general', { sms_countries: 'DE' })
    expect(await number()).toBeUndefined()
    writeSettings(app.ctx(), 'general', { sms_countries: 'AT' })
    app.change(`update bookings set birth_on = '2015-01-01'`)
    expect(await number()).toBeUndefined()
    app.change(`update bookings set birth_on = '', reminder_by_sms = 0`)
    expect(await number()).toBeUndefined()
  })

  it.each([
    ['', 400, 'bookingId required', expect.any(String)],
    ['/', 400, 'bookingId required', expect.any(String)],
    ['/%20', 400, 'bookingId required', expect.any(String)],
    [`/${'x'.repeat(32)}`, 404, 'not found', 'Der Termin konnte nicht gefunden werden.'],
  ])('is refused at /api/bookings%s', async (path, status, error, message) => {
    const answer = await browser.get(`/api/bookings${path}`)
    expect([answer.status, answer.json]).toEqual([status, { error, message }])
  })
})

describe('a cancellation by the patient', () => {
  function booked(status: Booking['status']) {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status })
    const cancel = async (changes: object = {}) => {
      const answer = await app.browser().post('/api/patient/reject', { id, message: '', ...changes })
      return [answer.status, answer.json]
    }
    return { app, cancel }
  }

  it('gives the reason to the practice, and has the same answer the second time', async () => {
    const { app, cancel } = booked('confirmed')
    for (const message of ['Bin krank.', ''])
      expect(await cancel({ message })).toEqual([200, { status: 'cancelled' }])
    expect(app.rows('select kind, recipient, text from messages order by id')).toEqual([
      { kind: 'cancelled', recipient: 'rosa@musterfrau.example', text: expect.any(String) },
      {
        kind: 'cancelled-by-patient',
        recipient: 'termine@ordination.example',
        text: expect.stringContaining('Bin krank.'),
      },
    ])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('is refused from the cut-off on, with the facts and whom to call', async () => {
    const { app, cancel } = booked('requested')
    app.at(new Date(cutOff(Date.parse(START), CANCEL_HOURS)).toISOString())
    expect(await cancel()).toEqual([
      409,
      {
        error: 'too_late',
        message: tooLateText('Stornierung', CANCEL_HOURS),
        start_local: START,
        starts_in_hours: CANCEL_HOURS,
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
      },
    ])
    expect(app.rows('select status from bookings')).toEqual([{ status: 'requested' }])
  })

  it('is refused for a rejected or unknown booking', async () => {
    const { cancel } = booked('rejected')
    expect(await cancel()).toMatchObject([409, { message: 'Dieser Termin wurde bereits abgelehnt.' }])
    expect(await cancel({ id: 'x'.repeat(32) })).toMatchObject([404, { error: 'not found' }])
  })
})

describe('a move by the patient', () => {
  const TO = '2027-01-13T09:00:00+01:00'
  const time = (start: string) => ({ start, start_local: start })

  function moving(status: 'requested' | 'confirmed') {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status, serviceId: 'folgebehandlung' })
    const browser = app.browser()
    return {
      app,
      id,
      browser,
      move: (changes: Record<string, unknown> = {}) =>
        browser.post('/api/patient/move', { id, start: TO, message: '', ...changes }),
    }
  }

  it('of a request answers its new time', async () => {
    const { id, browser, move } = moving('requested')
    const answer = await move()
    expect([answer.status, answer.json]).toEqual([200, { status: 'requested', slot: time(TO) }])
    const overview = await browser.get(`/api/bookings/${id}`)
    expect(overview.json).toMatchObject({ status: 'requested', slot: time(TO) })
    expect(overview.json).not.toHaveProperty('move')
  })

  it('of a confirmed appointment answers both times, as the overview does until the practice has decided', async () => {
    const { app, id, browser, move } = moving('confirmed')
    const pending = { status: 'confirmed', slot: time(START), move: time(TO) }
    const answer = await move({ message: 'Bin verreist.' })
    expect([answer.status, answer.json]).toEqual([200, pending])
    expect((await move()).json).toEqual(pending)
    expect((await browser.get(`/api/bookings/${id}`)).json).toMatchObject(pending)
    const assistant = app.admin()
    const outdated = await assistant.post('/api/admin/confirm', { id, start: START })
    expect([outdated.status, outdated.json.error]).toEqual([409, 'conflict'])
    expect((await assistant.post('/api/admin/confirm', { id, start: TO })).status).toBe(200)
    const { json } = await browser.get(`/api/bookings/${id}`)
    expect(json).toMatchObject({ status: 'confirmed', slot: time(TO) })
    expect(json).not.toHaveProperty('move')
  })

  it('is refused with its reason', async () => {
    const { app, move } = moving('confirmed')
    insertBooking(app.ctx().db, { startsAt: Date.parse(TO) })
    const refusal = async (changes: Record<string, unknown>) => {
      const { status, json } = await move(changes)
      return [status, json.error, json.fields?.start]
    }
    expect(await refusal({})).toEqual([409, 'slot_taken', undefined])
    expect(await refusal({ id: 'x'.repeat(32) })).toEqual([404, 'not found', undefined])
    expect(await refusal({ start: '2027-01-13' })).toEqual([
      400,
      'invalid',
      'Bitte einen gültigen Zeitpunkt angeben.',
    ])
    expect(await refusal({ stop: TO })).toEqual([400, 'invalid', undefined])
  })

  it('of fifty to one time at once succeeds once', async () => {
    const { app } = moving('confirmed')
    const START_OF_DAY = Date.parse('2027-02-01T08:00:00+01:00')
    const ids = Array.from({ length: 50 }, (_, i) => {
      const status = i % 2 === 0 ? 'requested' : 'confirmed'
      const startsAt = START_OF_DAY + i * 30 * 60_000
      return insertBooking(app.ctx().db, { status, startsAt, serviceId: 'folgebehandlung' }).id
    })
    const answers = await Promise.all(
      ids.map((id) => app.browser().post('/api/patient/move', { id, start: TO })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(
      app.rows(
        `select coalesce(booking_id, move_of) id from occupations where starts_at = ?`,
        Date.parse(TO),
      ),
    ).toEqual([{ id: ids[winner] }])
  })

  it('is offered the free times of its service, its own two among them', async () => {
    const { app, id, browser, move } = moving('confirmed')
    await move()
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-13T10:00:00+01:00') })
    const starts = async (query: string) =>
      (await browser.get(`/api/slots?date=2027-01-13&${query}`)).json.map((slot: { slot_start: string }) =>
        slot.slot_start.slice(11, 16),
      )
    const others = await starts('service=folgebehandlung')
    expect(others).not.toContain('09:00')
    const own = await starts(`move=${id}`)
    expect(own).toEqual(expect.arrayContaining([...others, '09:00', '08:45', '09:15']))
    expect(own).not.toContain('10:00')
    const summary = `/api/slots?summary=1&from=2027-01-12&to=2027-01-13&move=${id}`
    expect((await browser.get(summary)).json[1]).toEqual({ date: '2027-01-13', available_count: own.length })
    const unknown = await browser.get(`/api/slots?date=2027-01-13&move=${'x'.repeat(32)}`)
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })
})
