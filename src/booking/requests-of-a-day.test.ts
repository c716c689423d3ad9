import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { FIRST_REQUESTED, type ManyRequestsApp, openManyRequestsApp } from '../testing/many-requests-app.ts'
import { refusalOf } from '../testing/refusal.ts'
import { requiredBotCheckLevel } from './bot-check-level.ts'
import { cancelByPatient } from './cancellation.ts'

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

// The limits of request-limits.ts, restated so that these tests fail when a limit is changed.
const MADE_OF_MAILBOX = 16
const MADE_OF_ORIGIN = 40
/** The requests of an origin within a day after which the next one is marked. */
const MADE_BEFORE_MARK = 16

/** A Monday after all times that `insertRequests` takes. */
const DAYS_LATER = FIRST_REQUESTED + 7 * DAY_LENGTH

describe('the requests of a day', () => {
  /** Milliseconds between two rounds of the attackers. The last round ends within a day of the first. */
  const ROUND = 35 * MINUTE
  const attackers = Array.from({ length: 8 }, (_, i) => `attacker${i}@a.example`)
  const countMadeBy = (mailbox: string) =>
    app.rows('select id from bookings where mailbox = ?', mailbox).length

  it('are limited to sixteen for a mailbox, even if each is cancelled', () => {
    // The patient tries every five minutes, except in the last five minutes of the day.
    const tries = DAY_LENGTH / (5 * MINUTE) - 1
    const outcomes = app.bookAndCancelForADay({ mailboxes: ['rosa@a.example'], origin: 'origin a' })
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
    expect(
      app.bookAndCancelForADay({ mailboxes: attackers, origin: 'origin a', pause: ROUND }),
    ).toMatchObject({ made: MADE_OF_ORIGIN })
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
    const honest = Array.from({ length: 5 }, (_, i) => `honest${i}@b.example`)
    for (const [i, email] of honest.entries()) {
      app.verify(email)
      expect(requiredBotCheckLevel(app.ctx(), `b${i}`)).toBe(0)
      expect(app.request({ email, origin: `b${i}`, start: FIRST_REQUESTED + i * DAY_LENGTH }).marked).toBe(
        false,
      )
    }

    const marked = app.rows<{ marked: number }>(
      `select marked from bookings where email like 'attacker%' order by rowid`,
    )
    // The first sixteen requests of an origin in a day are not marked.
    expect(marked.map((row) => row.marked)).toEqual([
      ...Array(MADE_BEFORE_MARK).fill(0),
      ...Array(MADE_OF_ORIGIN - MADE_BEFORE_MARK).fill(1),
    ])
  })

  it('of a family are not marked while strangers make many, even if the family cancels four', () => {
    // Forty requests within an hour make the bot check as hard as it gets for everybody.
    app.insertRequests(40)
    expect(requiredBotCheckLevel(app.ctx(), 'a')).toBe(2)
    app.verify('rosa@a.example')
    const isMarked = (start: number) =>
      app.request({ email: 'rosa@a.example', origin: 'origin a', start }).marked
    expect([isMarked(DAYS_LATER), isMarked(DAYS_LATER + DAY_LENGTH)]).toEqual([false, false])
    for (let i = 0; i < 4; i++) {
      const { id, marked } = app.request({
        email: 'rosa@a.example',
        origin: 'origin a',
        start: DAYS_LATER + 2 * DAY_LENGTH,
      })
      expect(marked).toBe(false)
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
    expect(
      app.bookAndCancelForADay({ mailboxes: ['rosa@a.example'], origin: 'origin a', pause: 30 * MINUTE }),
    ).toEqual({ made: DAY_LENGTH / (30 * MINUTE) })
  })
})
