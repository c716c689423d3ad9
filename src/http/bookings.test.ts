import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { aContact, aHold, book, lastMail, verifyEmailAddress } from '../testing/factory.ts'
import { type Browser, openTestApp, type TestApp } from '../testing/test-app.ts'

async function verified(given?: Parameters<typeof openTestApp>[0], email?: string) {
  const app = openTestApp(given)
  const browser = app.browser()
  await verifyEmailAddress(app, browser, email)
  return { app, browser }
}

async function confirmBody(app: TestApp, holdId: string, changes: Record<string, unknown> = {}) {
  return {
    hold_id: holdId,
    contact: aContact(),
    consent: true,
    turnstile_token: await app.botToken(),
    ...changes,
  }
}

async function held(
  browser: Browser,
  start = '2027-01-12T08:30:00+01:00',
  changes: Record<string, unknown> = {},
): Promise<string> {
  const hold = await browser.post('/api/hold', aHold({ start, ...changes }))
  expect(hold.status).toBe(201)
  return hold.json.hold_id
}

const startsOn = async (browser: Browser, day: string) =>
  (await browser.get(`/api/slots?date=${day}&service=erstordination`)).json.map(
    (slot: { slot_start: string }) => slot.slot_start,
  )

describe('placing a hold', () => {
  it('reserves the time for ten minutes and ignores the facts of the service that the client sends', async () => {
    const { browser } = await verified()
    const hold = await browser.post(
      '/api/hold',
      aHold({
        stop: '2027-01-12T09:15:00+01:00',
        service_name: 'x',
        service_duration_min: 5,
        description: '',
        resource_id: 'doctor-9',
      }),
    )
    expect(hold.status).toBe(201)
    expect(Object.keys(hold.json).sort()).toEqual(['expires_at', 'hold_id'])
    expect(hold.json.hold_id).toMatch(/^[\w-]{22,}$/)
    expect(hold.json.expires_at).toBe('2027-01-07T13:50:00+01:00')
    expect(await startsOn(browser, '2027-01-12')).not.toContain('2027-01-12T08:30:00+01:00')
  })

  it('is refused in a browser that has not verified the address', async () => {
    const { app } = await verified()
    const answer = await app.browser().post('/api/hold', aHold())
    expect(answer.status).toBe(403)
    expect(answer.json).toMatchObject({
      error: 'email_unverified',
      message: 'Bitte E-Mail verifizieren, bevor Sie fortfahren.',
    })
    expect(app.rows('select * from holds')).toEqual([])
  })

  it('is refused for another address than the verified one', async () => {
    const { browser } = await verified()
    const answer = await browser.post(
      '/api/hold',
      aHold({ contact: aContact({ email: 'other@musterfrau.example' }) }),
    )
    expect(answer.json.error).toBe('email_unverified')
  })

  it('is refused a day after the address was verified', async () => {
    const { app, browser } = await verified()
    app.pass(24 * 60 * MINUTE)
    expect((await browser.post('/api/hold', aHold())).json.error).toBe('email_unverified')
  })

  it('is refused with a sentence for each invalid field', async () => {
    const { app, browser } = await verified()
    const answer = await browser.post(
      '/api/hold',
      aHold({ contact: aContact({ zip: '68', lastName: '', svn4: '1234' }) }),
    )
    expect(answer.status).toBe(400)
    expect(answer.json.error).toBe('invalid')
    expect(answer.json.fields).toEqual({
      zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
      lastName: 'Nachname ist erforderlich.',
      svn4: 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.',
    })
    expect(app.rows('select * from holds')).toEqual([])
  })

  it.each([
    ['an unknown key', { price: 0 }],
    ['a stop that does not fit the service', { stop: '2027-01-12T09:00:00+01:00' }],
    ['no start', { start: undefined }],
    ['a start without an offset', { start: '2027-01-12T08:30:00' }],
    ['a start that is a number', { start: 1 }],
    ['no contact', { contact: undefined }],
    ['a contact that is a list', { contact: [] }],
    ['an unknown key in the contact', { contact: { ...aContact(), role: 'admin' } }],
  ])('is refused with %s', async (_, changes) => {
    const { browser } = await verified()
    const answer = await browser.post('/api/hold', aHold(changes))
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused for a service that does not exist or is switched off', async () => {
    const { app, browser } = await verified()
    expect((await browser.post('/api/hold', aHold({ service_id: 'massage' }))).json.error).toBe(
      'service_not_found',
    )
    app.rows(`update services set active = 0 where id = 'erstordination' returning id`)
    const answer = await browser.post('/api/hold', aHold())
    expect([answer.status, answer.json.error]).toEqual([404, 'service_not_found'])
  })

  it.each([
    ['already held', '2027-01-12T08:30:00+01:00'],
    ['overlapping a held one', '2027-01-12T09:00:00+01:00'],
    ['beside the grid', '2027-01-13T08:37:00+01:00'],
    ['in the lunch break', '2027-01-12T12:15:00+01:00'],
    ['on a closed day', '2027-01-16T09:00:00+01:00'],
    ['in the past', '2027-01-07T08:00:00+01:00'],
    ['beyond the bookable days', '2027-12-14T08:30:00+01:00'],
  ])('is refused for a slot %s', async (_, start) => {
    const { app, browser } = await verified()
    await held(browser)
    const second = app.browser('203.0.113.8')
    await verifyEmailAddress(app, second, 'second@musterfrau.example')
    const answer = await second.post(
      '/api/hold',
      aHold({ start, contact: aContact({ email: 'second@musterfrau.example' }) }),
    )
    expect([answer.status, answer.json.error]).toEqual([409, 'slot_taken'])
    expect(answer.json.message).toBe(
      'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.',
    )
  })

  it('replaces the live hold of the same address, capitals or not', async () => {
    const { app, browser } = await verified()
    await held(browser)
    await held(browser, '2027-01-13T09:00:00+01:00', {
      contact: aContact({ email: 'Rosa@Musterfrau.example' }),
    })
    expect(app.rows('select id from holds')).toHaveLength(1)
    expect(await startsOn(browser, '2027-01-12')).toContain('2027-01-12T08:30:00+01:00')
  })

  it('keeps the old hold when the new slot is taken', async () => {
    const { app, browser } = await verified()
    const id = await held(browser)
    expect((await browser.post('/api/hold', aHold({ start: '2027-01-12T12:15:00+01:00' }))).status).toBe(409)
    expect(app.rows<{ id: string }>('select id from holds')).toEqual([{ id }])
  })

  it('is refused from the sixth live hold of one origin until one expires', async () => {
    const app = openTestApp()
    const slots = ['08:00', '09:00', '10:00', '11:00', '13:30', '14:30']
    for (const [i, time] of slots.entries()) {
      const browser = app.browser()
      const email = `patient${i}@musterfrau.example`
      await verifyEmailAddress(app, browser, email)
      const answer = await browser.post(
        '/api/hold',
        aHold({ start: `2027-01-12T${time}:00+01:00`, contact: aContact({ email }) }),
      )
      expect([answer.status, answer.json.error]).toEqual(i < 5 ? [201, undefined] : [429, 'too_many'])
      if (i === 5) {
        app.pass(10 * MINUTE)
        expect(
          (
            await browser.post(
              '/api/hold',
              aHold({ start: `2027-01-12T${time}:00+01:00`, contact: aContact({ email }) }),
            )
          ).status,
        ).toBe(201)
      }
    }
  })

  it('is refused while four requests of the address are open', async () => {
    const app = openTestApp()
    const browser = app.browser()
    for (const time of ['08:00', '09:00', '10:00', '11:00']) {
      app.pass(60 * MINUTE)
      expect((await book(app, browser, `2027-01-12T${time}:00+01:00`)).status).toBe(201)
    }
    const answer = await browser.post('/api/hold', aHold({ start: '2027-01-13T09:00:00+01:00' }))
    expect([answer.status, answer.json.error]).toEqual([429, 'too_many'])
    expect(answer.json.message).toMatch(/^Sie haben bereits vier offene Reservierungen\./)
  })

  it('has no such limits with RATE_LIMITS=off', async () => {
    const { browser, app } = await verified({ config: { rateLimits: false } })
    for (const time of ['08:00', '09:00', '10:00', '11:00', '13:30', '14:30', '15:30'])
      await held(browser, `2027-01-12T${time}:00+01:00`)
    expect(app.rows('select id from holds')).toHaveLength(7)
  })

  it('is refused while booking is closed, with the phone number', async () => {
    const { app, browser } = await verified()
    app.rows(`insert into settings values ('general.booking_maintenance_active', 'true', 0) returning name`)
    const answer = await browser.post('/api/hold', aHold())
    expect([answer.status, answer.json.error, answer.json.phone]).toEqual([503, 'closed', '+43 5572 000000'])
  })

  it('succeeds for exactly one of fifty simultaneous calls', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const browsers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const browser = app.browser(`203.0.113.${i}`)
        const email = `patient${i}@musterfrau.example`
        await browser.post('/api/email/send', { email })
        app.rows(
          `update email_verifications set verified_at = ? where email = ? returning id`,
          Date.now(),
          email,
        )
        return { browser, email }
      }),
    )
    const answers = await Promise.all(
      browsers.map(({ browser, email }) =>
        browser.post('/api/hold', aHold({ contact: aContact({ email }) })),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status, json }) => status === 409 && json.error === 'slot_taken')).toHaveLength(
      49,
    )
  })

  it('reserves paddings, also outside working hours', async () => {
    const { app, browser } = await verified({ config: { rateLimits: false } })
    await held(browser, '2027-01-12T08:00:00+01:00', { service_id: 'akupunktur' })
    const [row] = app.rows<{ starts_at: number; ends_at: number }>(
      'select starts_at, ends_at from occupations',
    )
    expect(row).toEqual({
      starts_at: Date.parse('2027-01-12T07:55:00+01:00'),
      ends_at: Date.parse('2027-01-12T08:45:00+01:00'),
    })
    expect((await browser.post('/api/hold', aHold({ start: '2027-01-12T08:30:00+01:00' }))).status).toBe(409)
    expect((await browser.post('/api/hold', aHold({ start: '2027-01-12T08:45:00+01:00' }))).status).toBe(201)
  })
})

describe('a hold', () => {
  it('ends when it expires, before it is deleted', async () => {
    const { app, browser } = await verified()
    const id = await held(browser)
    app.pass(10 * MINUTE)
    expect(await startsOn(browser, '2027-01-12')).toContain('2027-01-12T08:30:00+01:00')
    expect(app.rows('select id from holds')).toHaveLength(1)
    const answer = await browser.post(`/api/hold/${id}/extend`)
    expect([answer.status, answer.json.error]).toEqual([410, 'hold_expired'])
    expect(answer.json.message).toBe('Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.')
  })

  it('can be extended to an hour in all', async () => {
    const { app, browser } = await verified()
    const id = await held(browser)
    for (let minutes = 9; minutes < 60; minutes += 9) {
      app.pass(9 * MINUTE)
      const { status, json } = await browser.post(`/api/hold/${id}/extend`)
      expect([status, json.hold_id]).toEqual([200, id])
      const until = Math.min(minutes + 10, 60)
      expect(json.expires_at).toBe(
        until === 60
          ? '2027-01-07T14:40:00+01:00'
          : `2027-01-07T${until + 40 < 60 ? `13:${until + 40}` : `14:${String(until - 20).padStart(2, '0')}`}:00+01:00`,
      )
    }
    app.pass(6 * MINUTE)
    expect((await browser.post(`/api/hold/${id}/extend`)).status).toBe(410)
  })

  it('can be released, also twice', async () => {
    const { browser } = await verified()
    const id = await held(browser)
    expect((await browser.delete(`/api/hold/${id}`)).status).toBe(204)
    expect((await browser.delete(`/api/hold/${id}`)).status).toBe(204)
    expect(await startsOn(browser, '2027-01-12')).toContain('2027-01-12T08:30:00+01:00')
  })
})

describe('confirming', () => {
  it('makes a requested booking and notifies patient and practice', async () => {
    const { app, browser } = await verified()
    const answer = await browser.post('/api/booking/confirm', await confirmBody(app, await held(browser)))
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[\w-]{22,}$/),
      status: 'requested',
      slot: { start: '2027-01-12T08:30:00+01:00', start_local: '2027-01-12T08:30:00+01:00' },
    })
    expect(
      app.rows(
        `select kind, recipient, status from messages where channel = 'email' and booking_id is not null order by id`,
      ),
    ).toEqual([
      { kind: 'reservation-received', recipient: 'rosa@musterfrau.example', status: 'queued' },
      { kind: 'new-reservation', recipient: 'termine@ordination.example', status: 'queued' },
    ])
    expect(app.rows('select kind, actor from events')).toEqual([{ kind: 'requested', actor: 'visitor' }])
    expect(app.rows('select * from holds')).toEqual([])
    app.pass(11 * MINUTE)
    expect(await startsOn(browser, '2027-01-12')).not.toContain('2027-01-12T08:30:00+01:00')
  })

  it('answers the same booking for the same hold without another e-mail', async () => {
    const { app, browser } = await verified()
    const body = await confirmBody(app, await held(browser))
    const first = await browser.post('/api/booking/confirm', body)
    const again = await browser.post('/api/booking/confirm', body)
    expect([again.status, again.json.id]).toEqual([200, first.json.id])
    expect(
      app.rows(`select id from messages where channel = 'email' and booking_id is not null`),
    ).toHaveLength(2)
  })

  it('makes one booking of fifty simultaneous calls', async () => {
    const { app, browser } = await verified()
    const body = await confirmBody(app, await held(browser))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.post('/api/booking/confirm', body)),
    )
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })

  it('encrypts the social security number and shows it nowhere', async () => {
    const { app, browser } = await verified()
    const { json } = await browser.post('/api/booking/confirm', await confirmBody(app, await held(browser)))
    const [stored] = app.rows<{ svnr: string }>('select svnr from bookings')
    expect(stored?.svnr).toMatch(/^v1:/)
    const overview = await browser.get(`/api/bookings/${json.id}`)
    const mails = JSON.stringify(app.rows(`select * from messages where channel = 'email'`))
    for (const place of [overview.text, mails]) expect(place).not.toMatch(/1237|svn/i)
  })

  it('stores no number for people who have none', async () => {
    const { app, browser } = await verified()
    const body = await confirmBody(app, await held(browser), { contact: aContact({ svn4: null }) })
    expect((await browser.post('/api/booking/confirm', body)).status).toBe(201)
    expect(app.rows('select svnr from bookings')).toEqual([{ svnr: null }])
  })

  it.each([
    ['consent is missing', { consent: undefined }, 400, 'consent_required'],
    ['consent is only a word', { consent: 'true' }, 400, 'consent_required'],
    ['the bot check is missing', { turnstile_token: undefined }, 400, 'bot_check_failed'],
    ['the bot check is invented', { turnstile_token: 'XXXX' }, 400, 'bot_check_failed'],
    ['the contact is faulty', { contact: aContact({ firstName: 'R' }) }, 400, 'invalid'],
    [
      'the contact has another address',
      { contact: aContact({ email: 'other@musterfrau.example' }) },
      403,
      'email_unverified',
    ],
    ['the hold is unknown', { hold_id: 'x'.repeat(32) }, 410, 'hold_expired'],
    ['an unknown key comes along', { status: 'confirmed' }, 400, 'invalid'],
  ])('is refused when %s', async (_, changes, status, error) => {
    const { app, browser } = await verified()
    const answer = await browser.post(
      '/api/booking/confirm',
      await confirmBody(app, await held(browser), changes),
    )
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect(app.rows('select * from bookings')).toEqual([])
    expect(app.rows('select id from holds').length).toBe(1)
  })

  it('is refused when the hold has expired', async () => {
    const { app, browser } = await verified()
    const body = await confirmBody(app, await held(browser))
    app.pass(10 * MINUTE)
    const answer = await browser.post('/api/booking/confirm', body)
    expect([answer.status, answer.json.error]).toEqual([410, 'hold_expired'])
  })

  it('is refused when booking was closed meanwhile', async () => {
    const { app, browser } = await verified()
    const body = await confirmBody(app, await held(browser))
    app.rows(`insert into settings values ('general.booking_maintenance_active', 'true', 0) returning name`)
    expect((await browser.post('/api/booking/confirm', body)).json.error).toBe('closed')
  })

  it('is refused when the service was deactivated meanwhile', async () => {
    const { app, browser } = await verified()
    const body = await confirmBody(app, await held(browser))
    app.rows(`update services set active = 0 where id = 'erstordination' returning id`)
    expect((await browser.post('/api/booking/confirm', body)).json.error).toBe('slot_taken')
  })

  it('spends a bot check once', async () => {
    const { app, browser } = await verified()
    const turnstile_token = await app.botToken()
    await browser.post(
      '/api/booking/confirm',
      await confirmBody(app, await held(browser), { turnstile_token }),
    )
    const second = await held(browser, '2027-01-13T09:00:00+01:00')
    const answer = await browser.post(
      '/api/booking/confirm',
      await confirmBody(app, second, { turnstile_token }),
    )
    expect([answer.status, answer.json.error]).toEqual([400, 'bot_check_failed'])
  })

  it('spends no bot check on a booking that was refused', async () => {
    const { app, browser } = await verified()
    const id = await held(browser)
    const turnstile_token = await app.botToken()
    const faulty = await confirmBody(app, id, { turnstile_token, contact: aContact({ city: '' }) })
    expect((await browser.post('/api/booking/confirm', faulty)).status).toBe(400)
    expect(
      (await browser.post('/api/booking/confirm', await confirmBody(app, id, { turnstile_token }))).status,
    ).toBe(201)
  })

  it('sends nothing to a practice that wants no e-mails', async () => {
    const { app, browser } = await verified()
    app.rows(`insert into settings values ('general.SEND_ADMIN_EMAIL', 'false', 0) returning name`)
    await browser.post('/api/booking/confirm', await confirmBody(app, await held(browser)))
    expect(lastMail(app).recipient).toBe('rosa@musterfrau.example')
  })
})

describe('the overview', () => {
  it('answers its fields and nothing more', async () => {
    const app = openTestApp()
    const browser = app.browser()
    const { json } = await book(app, browser, '2027-01-12T08:30:00+01:00')
    const answer = await browser.get(`/api/bookings/${json.id}`)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      id: json.id,
      status: 'requested',
      slot: {
        start: '2027-01-12T08:30:00+01:00',
        start_local: '2027-01-12T08:30:00+01:00',
        notes: expect.stringContaining('Befunde'),
        status: 'requested',
      },
      service_name: 'Erstordination',
      contact: { name: 'Rosa Musterfrau', firstName: 'Rosa', lastName: 'Musterfrau' },
      notes: expect.stringContaining('Befunde'),
      practice: {
        name: 'Ordination Dr. Demo Muster',
        address: 'Beispielstraße 1, 6850 Dornbirn',
        email: 'termine@ordination.example',
        phone: '+43 5572 000000',
        mapsUrl: expect.stringMatching(/^https:/),
        mapsEmbedUrl: expect.stringMatching(/^https:/),
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('needs an id', async () => {
    for (const path of ['/api/bookings', '/api/bookings/', '/api/bookings/%20']) {
      const answer = await openTestApp().browser().get(path)
      expect([answer.status, answer.json.error]).toEqual([400, 'bookingId required'])
    }
  })

  it('says that an unknown id is not found', async () => {
    const answer = await openTestApp()
      .browser()
      .get(`/api/bookings/${'x'.repeat(32)}`)
    expect([answer.status, answer.json.error]).toEqual([404, 'not found'])
    expect(answer.json.message).toBe('Der Termin konnte nicht gefunden werden.')
  })
})
