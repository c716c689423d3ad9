import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { FIRST_REQUESTED, type ManyRequestsApp, openManyRequestsApp } from '../testing/many-requests-app.ts'
import { refusalOf } from '../testing/refusal.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { cancelByPatient } from './cancellation.ts'

// The limits of request-limits.ts, restated so that these tests fail when a limit is changed.
const MADE_OF_MAILBOX = 16
const MADE_OF_ORIGIN = 40
/** The requests of an origin within a day after which the next one is marked. */
const MADE_BEFORE_MARK = 16

/** A Monday after all times that `insertRequests` takes. */
const NEXT_MONDAY = FIRST_REQUESTED + 7 * DAY_LENGTH

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

describe('the requests of a day', () => {
  /** Milliseconds between two rounds of the attackers. The last round ends within a day of the first. */
  const ROUND = 35 * MINUTE
  /** Mailboxes that could make many more requests together than one origin may. */
  const attackers = Array.from({ length: 8 }, (_, i) => `attacker${i}@a.example`)
  const countMadeBy = (mailbox: string) =>
    app.rows('select id from bookings where mailbox = ?', mailbox).length

  it('are limited to sixteen for a mailbox, even if each is cancelled', () => {
    const outcomes = app.bookAndCancelForADay({ mailboxes: ['rosa@a.example'], origin: 'origin a' })
    // The patient tries every five minutes, except in the last five minutes of the day.
    const tries = DAY_LENGTH / (5 * MINUTE) - 1
    expect(outcomes).toEqual({ made: MADE_OF_MAILBOX, too_many: tries - MADE_OF_MAILBOX })
    expect(refusalOf(() => app.request({ email: 'rosa@a.example', origin: 'origin b' }))).toMatchObject({
      code: 'too_many',
      status: 429,
      message:
        'Mit dieser E-Mail-Adresse kamen in 24 Stunden schon 16 Reservierungen. Bitte rufen Sie uns an: +43 5572 000000.',
    })
    // Afterwards the first of the sixteen requests is a day and a minute old.
    app.pass(6 * MINUTE)
    expect(app.request({ email: 'rosa@a.example', origin: 'origin b' }).status).toBe('requested')
  })

  it('are limited to forty for an origin with any number of mailboxes, while others can still book', () => {
    const outcomes = app.bookAndCancelForADay({ mailboxes: attackers, origin: 'origin a', pause: ROUND })
    expect(outcomes.made).toBe(MADE_OF_ORIGIN)
    for (const mailbox of attackers) expect(countMadeBy(mailbox)).toBeLessThanOrEqual(MADE_OF_MAILBOX)
    app.verify('rosa@a.example')
    expect(refusalOf(() => app.request({ email: 'rosa@a.example', origin: 'origin a' }))).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Von Ihrem Internetanschluss .* rufen Sie uns an: \+43 5572 000000\.$/),
    })
    expect(app.request({ email: 'rosa@a.example', origin: 'origin b' }).status).toBe('requested')
  })

  it('cause marks for later requests of the same origin, but no marks or harder bot check for others', () => {
    app.bookAndCancelForADay({ mailboxes: attackers, origin: 'origin a', pause: ROUND })
    for (const day of [0, 1, 2, 3, 4]) {
      const honest = { email: `honest${day}@b.example`, origin: `honest origin ${day}` }
      app.verify(honest.email)
      expect(requiredBotCheckLevel(app.ctx(), honest.origin)).toBe(0)
      const { marked } = app.request({ ...honest, start: FIRST_REQUESTED + day * DAY_LENGTH })
      expect(marked).toBe(false)
    }

    const ofAttackers = app.rows<{ marked: number }>(
      `select marked from bookings where email like 'attacker%' order by rowid`,
    )
    expect(ofAttackers.map(({ marked }) => marked)).toEqual([
      ...Array(MADE_BEFORE_MARK).fill(0),
      ...Array(MADE_OF_ORIGIN - MADE_BEFORE_MARK).fill(1),
    ])
  })

  it('of a family are not marked while strangers make many, even if the family cancels four', () => {
    // Forty requests within an hour make the bot check as hard as it gets for everybody.
    app.insertRequests(40)
    expect(requiredBotCheckLevel(app.ctx(), 'a')).toBe(2)
    app.verify('rosa@a.example')
    /** Requests an appointment for the family, which must not be marked. */
    const requestUnmarked = (start: number) => {
      const request = app.request({ email: 'rosa@a.example', origin: 'origin a', start })
      expect(request.marked).toBe(false)
      return request
    }
    for (const days of [0, 1]) requestUnmarked(NEXT_MONDAY + days * DAY_LENGTH)
    for (let i = 0; i < 4; i++) {
      const { id } = requestUnmarked(NEXT_MONDAY + 2 * DAY_LENGTH)
      cancelByPatient(app.ctx(), id, '')
    }
  })

  it('do not include appointments that the practice enters', () => {
    for (let i = 0; i < 9; i++)
      insertBooking(app.ctx().db, {
        email: 'rosa@a.example',
        status: 'confirmed',
        createdAt: Date.now(),
        startsAt: FIRST_REQUESTED + (i + 2) * HOUR,
      })
    app.verify('rosa@a.example')
    expect(app.request({ email: 'rosa@a.example', origin: 'origin a' }).status).toBe('requested')
  })

  it('are unlimited with RATE_LIMITS=off', () => {
    app = openManyRequestsApp({ rateLimits: false })
    const pause = 30 * MINUTE
    const outcomes = app.bookAndCancelForADay({ mailboxes: ['rosa@a.example'], origin: 'origin a', pause })
    expect(outcomes).toEqual({ made: DAY_LENGTH / pause })
  })
})
