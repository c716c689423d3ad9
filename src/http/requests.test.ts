import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { aContact, aHold } from '../testing/factory.ts'
import { HELD_START, isStartFree, OTHER_CONTACT, openHoldApp } from '../testing/hold-app.ts'

describe('confirming a hold', () => {
  it('makes a requested booking', async () => {
    const { app, confirm } = await openHoldApp()
    const { status, json } = await confirm()
    const id = expect.stringMatching(/^[\w-]{22,}$/)
    const slot = { start: HELD_START, start_local: HELD_START }
    expect([status, json]).toEqual([201, { id, status: 'requested', slot }])
    expect(app.rows('select kind, actor from events')).toEqual([{ kind: 'requested', actor: 'visitor' }])
  })

  it('notifies patient and practice', async () => {
    const { app, confirm } = await openHoldApp()
    await confirm()
    expect(
      app.rows('select kind, recipient, status from messages where booking_id is not null order by id'),
    ).toEqual([
      { kind: 'reservation-received', recipient: 'rosa@musterfrau.example', status: 'queued' },
      { kind: 'new-reservation', recipient: 'termine@ordination.example', status: 'queued' },
    ])
  })

  it('ends the hold and keeps its time', async () => {
    const { app, browser, confirm } = await openHoldApp()
    await confirm()
    expect(app.rows('select * from holds')).toEqual([])
    app.pass(11 * MINUTE)
    expect(await isStartFree(browser)).toBe(false)
  })

  it('returns the same booking for the same hold, without another e-mail', async () => {
    const { app, confirm } = await openHoldApp()
    const booked = await confirm()
    const repeated = await confirm()
    expect([repeated.status, repeated.json]).toEqual([200, booked.json])
    expect(app.rows('select id from messages where booking_id is not null')).toHaveLength(2)
  })

  it('makes one booking of fifty simultaneous calls', async () => {
    const { app, confirm } = await openHoldApp()
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm()))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })

  it('encrypts the social security number and shows it nowhere', async () => {
    const { app, browser, confirm } = await openHoldApp()
    const { json } = await confirm()
    expect(app.rows('select svnr from bookings')).toEqual([{ svnr: expect.stringMatching(/^v1:/) }])
    const overview = await browser.get(`/api/bookings/${json.id}`)
    const mails = JSON.stringify(app.rows('select * from messages'))
    // Random ids and signatures may contain the same letters, even as the beginning of a word.
    const everyText = `${overview.text} ${mails.replaceAll('\\n', ' ')}`.replaceAll(/[\w-]{20,}/g, '…')
    expect(everyText).not.toMatch(/\b1237( ?010180)?\b|\bsvn/i)
  })

  it('stores the wish to be reminded by SMS', async () => {
    const { app, confirm } = await openHoldApp()
    expect((await confirm({ contact: aContact({ reminderBySms: true }) })).status).toBe(201)
    expect(app.rows('select reminder_by_sms from bookings')).toEqual([{ reminder_by_sms: 1 }])
  })

  it('stores no social security number for people who have none', async () => {
    const { app, confirm } = await openHoldApp()
    expect((await confirm({ contact: aContact({ svn4: null }) })).status).toBe(201)
    expect(app.rows('select svnr from bookings')).toEqual([{ svnr: null }])
  })
})

describe('a refusal to confirm a hold', () => {
  const INVALID = [400, 'invalid']
  const NO_CONSENT = [400, 'consent_required']
  const NO_BOT_CHECK = [400, 'bot_check_failed']

  it.each([
    { fault: 'consent is missing', changes: { consent: undefined }, refusal: NO_CONSENT },
    { fault: 'consent is only a word', changes: { consent: 'true' }, refusal: NO_CONSENT },
    { fault: 'the bot check is missing', changes: { turnstile_token: undefined }, refusal: NO_BOT_CHECK },
    { fault: 'the bot check is invented', changes: { turnstile_token: 'XXXX' }, refusal: NO_BOT_CHECK },
    {
      fault: 'the wish for an SMS is a word',
      changes: { contact: aContact({ reminderBySms: 'ja' }) },
      refusal: INVALID,
    },
    {
      fault: 'the contact is invalid',
      changes: { contact: aContact({ firstName: 'R' }) },
      refusal: INVALID,
    },
    {
      fault: 'the address is not verified',
      changes: { contact: OTHER_CONTACT },
      refusal: [403, 'email_unverified'],
    },
    { fault: 'the hold is unknown', changes: { hold_id: 'x'.repeat(32) }, refusal: [410, 'hold_expired'] },
    { fault: 'the body has an unknown key', changes: { status: 'confirmed' }, refusal: INVALID },
  ])('is the answer when $fault, without spending the bot check', async ({ changes, refusal }) => {
    const { app, confirm } = await openHoldApp()
    const answer = await confirm(changes)
    expect([answer.status, answer.json.error]).toEqual(refusal)
    expect(app.rows('select * from bookings')).toEqual([])
    expect((await confirm()).status).toBe(201)
  })

  it.each([
    {
      change: 'the hold has expired',
      sql: 'update holds set expires_at = 0',
      refusal: [410, 'hold_expired'],
    },
    {
      change: 'booking was closed',
      sql: `insert into settings values ('general.booking_maintenance_active', 'true', 0)`,
      refusal: [503, 'closed'],
    },
    {
      change: 'the service was switched off',
      sql: `update services set active = 0 where id = 'erstordination'`,
      refusal: [409, 'slot_taken'],
    },
  ])('is the answer when meanwhile $change', async ({ sql, refusal }) => {
    const { app, confirm } = await openHoldApp()
    app.changeRows(sql)
    const answer = await confirm()
    expect([answer.status, answer.json.error]).toEqual(refusal)
  })
})

describe('the built-in bot check of a confirmation', () => {
  it('is accepted only once', async () => {
    const { browser, confirm } = await openHoldApp()
    expect((await confirm()).status).toBe(201)
    const secondHold = (await browser.post('/api/hold', aHold({ start: '2027-01-13T09:00:00+01:00' }))).json
    const answer = await confirm({ hold_id: secondHold.hold_id })
    expect([answer.status, answer.json.error]).toEqual([400, 'bot_check_failed'])
  })

  it('is accepted when it is solved as a browser does', async () => {
    const { browser, confirm } = await openHoldApp()
    const { status, json, headers } = await browser.get('/api/bot-check/challenge')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const challenge: Challenge = json
    const solution = await solveChallenge({ challenge, deriveKey })

    const turnstile_token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    expect((await confirm({ turnstile_token })).status).toBe(201)
  }, 30_000)
})
