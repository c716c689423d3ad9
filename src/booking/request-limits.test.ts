import { beforeEach, describe, expect, it } from 'vitest'
import { type BotCheckLevel, HARDEST_LEVEL } from '../access/bot-check.ts'
import { randomToken } from '../access/random.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from '../testing/bookings.ts'
import { aContact, aHold, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { solvedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking, rejectMarked } from './decisions.ts'
import { placeHold } from './holds.ts'
import { assertFewRequests, deleteOldOrigins, requiredLevel } from './request-limits.ts'
import { requestBooking } from './requests.ts'

const START = Date.parse('2027-02-01T08:00:00+01:00')

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** Requests of other mailboxes, one after another from `START` on, made at `at`. */
function insertRequests(number: number, { at = Date.now(), origin = null as string | null } = {}) {
  const [{ known = 0 } = {}] = app.rows<{ known: number }>('select count(*) known from bookings')
  return Array.from({ length: number }, (_, i) => {
    const startsAt = START + (known + i) * 30 * MINUTE
    const email = `patient${known + i}@musterfrau.example`
    const times = { startsAt, endsAt: startsAt + 30 * MINUTE, createdAt: at, updatedAt: at }
    return insertBooking(app.ctx().db, { ...times, email, origin, holdId: `hold ${known + i}` })
  })
}

describe('open requests', () => {
  const refusal = (asker: Parameters<typeof assertFewRequests>[1]) =>
    refusalOf(() => assertFewRequests(app.ctx(), asker))

  it('are at most four for a mailbox, whatever tag its addresses have', () => {
    for (const [i, email] of [
      'rosa@a.example',
      'rosa+1@a.example',
      'Rosa+2@a.example',
      'rosa+@a.example',
    ].entries()) {
      expect(refusal({ mailbox: 'rosa@a.example', origin: undefined })).toBeUndefined()
      insertBooking(app.ctx().db, { email, startsAt: START + i * HOUR, endsAt: START + (i + 1) * HOUR })
    }
    expect(refusal({ mailbox: 'rosa@a.example', origin: undefined })).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(
        /^Sie haben bereits vier offene .* rufen Sie uns an: \+43 5572 000000\.$/,
      ),
    })
    expect(refusal({ mailbox: 'otto@a.example', origin: undefined })).toBeUndefined()
  })

  it('are at most sixteen for an origin, until one is answered or over', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: 'a' }
    insertRequests(15, { origin: 'a' })
    expect(refusal(asker)).toBeUndefined()
    const [last] = insertRequests(1, { origin: 'a' })
    expect(refusal(asker)).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Von Ihrem Internetanschluss .* rufen Sie uns an: \+43 5572 000000\.$/),
    })
    expect(refusal({ ...asker, origin: 'b' })).toBeUndefined()
    expect(refusal({ ...asker, origin: undefined })).toBeUndefined()

    decideBooking(app.ctx(), last?.id ?? '', { decision: 'reject' })
    expect(refusal(asker)).toBeUndefined()
    insertRequests(1, { origin: 'a' })
    app.pass(START - Date.now())
    expect(refusal(asker)).toBeUndefined()
  })

  it('have their origin until they are answered or over', () => {
    const [answered] = insertRequests(3, { origin: 'a' })
    const known = () => app.rows('select id from bookings where origin is not null').length
    decideBooking(app.ctx(), answered?.id ?? '', { decision: 'confirm' })
    expect(known()).toBe(2)
    app.pass(START + 30 * MINUTE - Date.now())
    deleteOldOrigins(app.ctx())
    expect(known()).toBe(1)
  })
})

/**
 * Lets each mailbox request an appointment and cancel it at once, again and again for a day, all from one
 * origin.
 * @param pause milliseconds between two times, of which the last is to be within the day
 * @returns the codes of the answers and the bookings made
 */
function bookAndCancelForADay(mailboxes: readonly string[], origin: string, pause = 5 * MINUTE) {
  for (const email of mailboxes)
    insertVerification(app.ctx().db, { email, browser: BROWSER, now: Date.now() })
  const codes = new Map<string, number>()
  const end = Date.now() + DAY_LENGTH - 5 * MINUTE
  for (; Date.now() < end; app.pass(pause))
    for (const email of mailboxes) {
      const code = refusalOf(() => cancelByPatient(app.ctx(), request(email, origin).id, ''))?.code ?? 'made'
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  return Object.fromEntries(codes)
}

/** A Monday after all times of `insertRequests`. */
const DAYS_LATER = START + 7 * DAY_LENGTH
const BROWSER = 'the browser of everybody'

/** Holds a time and requests it with the hardest bot check. */
function request(email: string, origin: string, start = START) {
  const place = { serviceId: 'erstordination', start, stop: undefined, email, browser: BROWSER, origin }
  const solved = () =>
    ({ challenge: randomToken(), expiresAt: Date.now() + MINUTE, level: HARDEST_LEVEL }) as const
  const { id: holdId } = placeHold(app.ctx(), place, solved())
  const contact = aContact({ email }) as never
  return requestBooking(app.ctx(), { holdId, contact, answers: [], browser: BROWSER, origin }, solved())
}

describe('requests made', () => {
  const attackers = Array.from({ length: 8 }, (_, i) => `attacker${i}@a.example`)
  const madeBy = (mailbox: string) => app.rows('select id from bookings where mailbox = ?', mailbox).length

  it('are at most eight of a mailbox in a day, also when each is cancelled', () => {
    expect(bookAndCancelForADay(['rosa@a.example'], 'a')).toEqual({ made: 8, too_many: 279 })
    expect(refusalOf(() => request('rosa@a.example', 'b'))).toMatchObject({
      code: 'too_many',
      status: 429,
      message:
        'Mit dieser E-Mail-Adresse kamen in 24 Stunden schon acht Reservierungen. Bitte rufen Sie uns an: +43 5572 000000.',
    })
    app.pass(6 * MINUTE)
    expect(request('rosa@a.example', 'b').status).toBe('requested')
  })

  it('are at most forty of an origin in a day, whatever its mailboxes, and others book', () => {
    expect(bookAndCancelForADay(attackers, 'a', 35 * MINUTE)).toMatchObject({ made: 40 })
    for (const mailbox of attackers) expect(madeBy(mailbox)).toBeLessThanOrEqual(8)
    insertVerification(app.ctx().db, { email: 'rosa@a.example', browser: BROWSER, now: Date.now() })
    expect(refusalOf(() => request('rosa@a.example', 'a'))).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Von Ihrem Internetanschluss .* rufen Sie uns an: \+43 5572 000000\.$/),
    })
    expect(request('rosa@a.example', 'b').status).toBe('requested')
  })

  it('and cancelled mark those of their own origin and mailbox, but nobody else, and make no check harder', () => {
    bookAndCancelForADay(attackers, 'a', 35 * MINUTE)
    const honest = Array.from({ length: 5 }, (_, i) => `honest${i}@b.example`)
    for (const [i, email] of honest.entries()) {
      insertVerification(app.ctx().db, { email, browser: BROWSER, now: Date.now() })
      expect(requiredLevel(app.ctx(), `b${i}`)).toBe(0)
      expect(request(email, `b${i}`, START + i * DAY_LENGTH).marked).toBe(false)
    }
    const marked = app.rows<{ marked: number }>(
      `select marked from bookings where email like 'attacker%' order by rowid`,
    )
    expect(marked.map((row) => row.marked)).toEqual([...Array(16).fill(0), ...Array(24).fill(1)])
  })

  it('by a family are not marked, nor by anybody while strangers make many', () => {
    insertRequests(40)
    expect(requiredLevel(app.ctx(), 'a')).toBe(2)
    insertVerification(app.ctx().db, { email: 'rosa@a.example', browser: BROWSER, now: Date.now() })
    for (let i = 0; i < 6; i++) {
      const { id, marked } = request('rosa@a.example', 'a', DAYS_LATER + Math.min(i, 2) * DAY_LENGTH)
      expect(marked).toBe(false)
      if (i >= 2) cancelByPatient(app.ctx(), id, '')
    }
  })

  it('do not count what the practice enters for the mailbox', () => {
    for (let i = 0; i < 9; i++)
      insertBooking(app.ctx().db, {
        email: 'rosa@a.example',
        status: 'confirmed',
        createdAt: Date.now(),
        startsAt: START + (i + 2) * HOUR,
      })
    insertVerification(app.ctx().db, { email: 'rosa@a.example', browser: BROWSER, now: Date.now() })
    expect(request('rosa@a.example', 'a').status).toBe('requested')
  })

  it('have no limit with RATE_LIMITS=off', () => {
    app = openTestApp({ config: { rateLimits: false } })
    expect(bookAndCancelForADay(['rosa@a.example'], 'a', 30 * MINUTE)).toEqual({ made: 48 })
  })
})

describe("the practice's e-mails about a mailbox", () => {
  type Mail = {
    kind: string
    status: string
    created_at: number
    due_at: number
    error: string
    text: string
  }
  const toPractice = () =>
    app.rows<Mail>(
      `select * from messages where kind in ('new-reservation', 'cancelled-by-patient', 'gathered') order by id`,
    )

  it('are gathered after the fifth in an hour, in one that names them all; nothing is lost', () => {
    insertVerification(app.ctx().db, { email: 'rosa@a.example', browser: BROWSER, now: Date.now() })
    const made = Array.from({ length: 7 }, () => {
      const { id } = request('rosa@a.example', 'a')
      app.pass(MINUTE)
      cancelByPatient(app.ctx(), id, '')
      return id
    })
    const open = request('rosa@a.example', 'a')
    const mails = toPractice()
    const single = mails.filter(({ kind, status }) => kind !== 'gathered' && status === 'queued')
    const held = mails.filter(({ status }) => status === 'suppressed')
    const gathered = mails.filter(({ kind }) => kind === 'gathered')
    expect([single.length, held.length, gathered.length]).toEqual([5, 10, 1])
    for (const { error } of held) expect(error).toMatch(/gesammelt in einer E-Mail/)
    const [{ text = '', due_at = 0, status = '' } = {}] = gathered
    expect([status, due_at]).toEqual(['queued', (held[0]?.created_at ?? 0) + HOUR])
    expect(text.match(/^(Neue Anfrage|Absage eines Patienten): /gm)).toHaveLength(10)
    expect(text).toContain(`/admin/confirm?id=${open.id}`)
    expect(text).not.toContain(made[6])
    expect(text).not.toContain('sig=')
  })

  it('are at most five and one an hour in a day of booking and cancelling, and others go one by one', () => {
    bookAndCancelForADay(['rosa@a.example'], 'a')
    insertVerification(app.ctx().db, { email: 'otto@b.example', browser: BROWSER, now: Date.now() })
    const { id } = request('otto@b.example', 'b')
    expect(
      app.rows(`select status from messages where kind = 'new-reservation' and booking_id = ?`, id),
    ).toEqual([{ status: 'queued' }])
    const sent = toPractice().filter(({ status }) => status !== 'suppressed')
    // Sixteen events of the loop: five alone, the others in one; and the other patient's.
    expect(sent.map(({ kind }) => kind).filter((kind) => kind === 'gathered')).toHaveLength(1)
    expect(sent).toHaveLength(7)
  })

  it('begin a new one once the gathered one has left', () => {
    insertVerification(app.ctx().db, { email: 'rosa@a.example', browser: BROWSER, now: Date.now() })
    const loop = (times: number) => {
      for (let i = 0; i < times; i++) cancelByPatient(app.ctx(), request('rosa@a.example', 'a').id, '')
    }
    loop(3)
    app.pass(59 * MINUTE)
    loop(3)
    app.pass(MINUTE)
    loop(1)
    const gathered = toPractice().filter(({ kind }) => kind === 'gathered')
    expect(gathered.map(({ text }) => text.match(/^Neue Anfrage: /gm)?.length)).toEqual([3, 1])
  })
})

describe('the level of the bot check', () => {
  const level = (origin: string | undefined = 'a') => requiredLevel(app.ctx(), origin)

  it('rises with the fourth and the ninth open request of an origin, for this origin only', () => {
    const levels = Array.from({ length: 10 }, () => {
      const before = level()
      insertRequests(1, { origin: 'a' })
      app.pass(2 * HOUR)
      return before
    })
    expect(levels).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
    expect([level('b'), requiredLevel(app.ctx(), undefined)]).toEqual([0, 0])
  })

  it('rises for everybody with twelve requests in an hour, and once more with three times as many', () => {
    const levelAfter = (number: number) => {
      insertRequests(number)
      return level()
    }
    expect([levelAfter(11), levelAfter(1), levelAfter(23), levelAfter(1)]).toEqual([0, 1, 1, 2])
    app.pass(HOUR)
    expect(level()).toBe(0)
  })

  it('does not rise for others because of one origin, nor after its requests were rejected', () => {
    const requests = insertRequests(20, { origin: 'a' })
    expect([level(), level('b')]).toEqual([2, 0])
    app.change('update bookings set marked = 1')
    rejectMarked(
      app.ctx(),
      requests.map(({ id }) => id),
    )
    expect([level(), level('b')]).toEqual([0, 0])
  })

  it('rises with sixty requests in a day', () => {
    for (let hour = 0; hour < 6; hour++) {
      insertRequests(10)
      app.pass(2 * HOUR)
    }
    expect(level()).toBe(1)
    app.pass(DAY_LENGTH)
    expect(level()).toBe(0)
  })

  it('rises later where many requests are usual', () => {
    // On average five an hour.
    for (let day = 1; day <= 28; day++) insertRequests(120, { at: Date.now() - day * DAY_LENGTH })
    insertRequests(29)
    expect(level()).toBe(0)
    insertRequests(1)
    expect(level()).toBe(1)
  })

  it('rises for everybody with twelve live holds, and once more with thirty-six, until they end', () => {
    const ctx = () => ({ ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } })
    const levelAfter = (number: number, weeks: number) => {
      for (let i = 0; i < number; i++) {
        const email = `holder${weeks}-${i}@a.example`
        insertVerification(app.ctx().db, { email, browser: BROWSER, now: Date.now() })
        const start = START + weeks * 7 * DAY_LENGTH + Math.floor(i / 4) * DAY_LENGTH + (i % 4) * HOUR
        const asked = { serviceId: 'folgebehandlung', start, stop: undefined, email, browser: BROWSER }
        placeHold(ctx(), { ...asked, origin: email })
      }
      return level()
    }
    expect([levelAfter(11, 0), levelAfter(1, 1)]).toEqual([0, 1])
    expect([levelAfter(11, 2), levelAfter(12, 3), levelAfter(1, 4)]).toEqual([1, 1, 2])
    app.pass(10 * MINUTE)
    expect(level()).toBe(0)
  })

  it('does not count what the practice enters itself', () => {
    for (const { id } of insertRequests(20)) app.change('update bookings set hold_id = id where id = ?', id)
    expect(level()).toBe(0)
  })

  it('stays with RATE_LIMITS=off', () => {
    app = openTestApp({ config: { rateLimits: false } })
    insertRequests(50, { origin: 'a' })
    expect(level()).toBe(0)
  })
})

describe('a request for which a harder bot check is due', () => {
  const solved = (level: BotCheckLevel) =>
    solvedBotCheck(app.ctx(), { data: { purpose: BOT_CHECK_ACTION, level } })

  it('is refused with an easier one, keeps its hold, and is marked', async () => {
    for (const hour of ['08', '09', '10'])
      expect(
        (await book(app, app.browser(), `2027-01-12T${hour}:00:00+01:00`, `p${hour}@a.example`)).status,
      ).toBe(201)
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const hold = await browser.post('/api/hold', aHold({ start: '2027-01-12T11:00:00+01:00' }))
    const confirm = async (level: BotCheckLevel) => {
      const turnstile_token = await solved(level)
      const body = await aRequest(app, hold.json.hold_id, { turnstile_token })
      return browser.post('/api/booking/confirm', body)
    }
    expect((await browser.get('/api/bot-check/challenge')).json.parameters.data.level).toBe(1)
    expect(
      (await app.browser('198.51.100.7').get('/api/bot-check/challenge')).json.parameters.data.level,
    ).toBe(0)
    const refused = await confirm(0)
    expect([refused.status, refused.json.error]).toEqual([400, 'bot_check_failed'])
    expect((await confirm(1)).status).toBe(201)
    expect(app.rows('select marked from bookings order by starts_at')).toEqual(
      [0, 0, 0, 1].map((marked) => ({ marked })),
    )
  })
})
