import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { FIRST_REQUESTED, type ManyRequestsApp, openManyRequestsApp } from '../testing/many-requests-app.ts'
import { refusalOf } from '../testing/refusal.ts'
import { decideBooking } from './decisions.ts'
import { assertFewRequests, countRequest, deleteOldOrigins, isConspicuousRequest } from './request-limits.ts'

// The limits of request-limits.ts, restated so that these tests fail when a limit is changed.
const OPEN_OF_MAILBOX = 4
const OPEN_OF_ORIGIN = 16
/** The requests within a day after which the next one is marked. */
const MADE_BEFORE_MARK = { mailbox: 6, origin: 16 }
/** The open requests of an origin from which on the next one is marked. */
const OPEN_BEFORE_MARK = 3

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

/** Lets time pass until an instant. */
const passUntil = (at: Instant) => app.pass(at - Date.now())

describe('open requests', () => {
  const refusalToAsk = (asker: Parameters<typeof assertFewRequests>[1]) =>
    refusalOf(() => assertFewRequests(app.ctx(), asker))

  /** Inserts an open request, of an hour, so many hours after `FIRST_REQUESTED`. */
  const insertOpen = ({ email, hoursLater }: Readonly<{ email: string; hoursLater: number }>) => {
    const startsAt = FIRST_REQUESTED + hoursLater * HOUR
    insertBooking(app.ctx().db, { email, startsAt, endsAt: startsAt + HOUR })
  }

  const countOrigins = () => app.rows('select id from bookings where origin is not null').length

  it('are limited to four for a mailbox, whatever the tag in the e-mail address', () => {
    // There are `OPEN_OF_MAILBOX` of them.
    const addresses = ['rosa@a.example', 'rosa+1@a.example', 'Rosa+2@a.example', 'rosa+@a.example']
    for (const [hoursLater, email] of addresses.entries()) {
      expect(refusalToAsk({ mailbox: 'rosa@a.example', origin: undefined })).toBeUndefined()
      insertOpen({ email, hoursLater })
    }

    expect(refusalToAsk({ mailbox: 'rosa@a.example', origin: undefined })).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(
        /^Sie haben bereits vier offene .* rufen Sie uns an: \+43 5572 000000\.$/,
      ),
    })
    expect(refusalToAsk({ mailbox: 'otto@a.example', origin: undefined })).toBeUndefined()
  })

  it('are limited to sixteen for an origin, until one is answered or its appointment has begun', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: 'a' }
    app.insertRequests(OPEN_OF_ORIGIN - 1, { origin: 'a' })
    expect(refusalToAsk(asker)).toBeUndefined()
    const [last] = app.insertRequests(1, { origin: 'a' })
    expect(refusalToAsk(asker)).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Von Ihrem Internetanschluss .* rufen Sie uns an: \+43 5572 000000\.$/),
    })
    expect(refusalToAsk({ ...asker, origin: 'b' })).toBeUndefined()
    expect(refusalToAsk({ ...asker, origin: undefined })).toBeUndefined()

    decideBooking(app.ctx(), last?.id ?? '', { decision: 'reject' })
    expect(refusalToAsk(asker)).toBeUndefined()
    app.insertRequests(1, { origin: 'a' })
    passUntil(FIRST_REQUESTED)
    expect(refusalToAsk(asker)).toBeUndefined()
  })

  it('no longer count once their appointments have begun', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: undefined }
    for (let hoursLater = 0; hoursLater < OPEN_OF_MAILBOX; hoursLater++)
      insertOpen({ email: asker.mailbox, hoursLater })
    passUntil(FIRST_REQUESTED - 1)
    expect(refusalToAsk(asker)?.code).toBe('too_many')
    app.pass(1)
    expect(refusalToAsk(asker)).toBeUndefined()
  })

  it('lose their origins once their appointments have begun, a hundred at a time', () => {
    const requests = app.insertRequests(101, { origin: 'a' })
    passUntil(requests.at(-1)?.startsAt ?? 0)
    // The first call says that there may be more.
    expect([deleteOldOrigins(app.ctx()), countOrigins()]).toEqual([true, 1])
    expect([deleteOldOrigins(app.ctx()), countOrigins()]).toEqual([false, 0])
  })

  it('keep their origins until they are answered or their appointments have begun', () => {
    const [answered] = app.insertRequests(3, { origin: 'a' })
    decideBooking(app.ctx(), answered?.id ?? '', { decision: 'confirm' })
    expect(countOrigins()).toBe(2)
    const startOfSecond = FIRST_REQUESTED + 30 * MINUTE
    passUntil(startOfSecond)
    deleteOldOrigins(app.ctx())
    expect(countOrigins()).toBe(1)
  })
})

describe('a request', () => {
  const isMarked = (origin: string | undefined) =>
    isConspicuousRequest(app.ctx(), { mailbox: 'rosa@musterfrau.example', origin })

  it('is marked when its origin has three open requests', () => {
    app.insertRequests(OPEN_BEFORE_MARK - 1, { origin: 'a' })
    expect(isMarked('a')).toBe(false)
    app.insertRequests(1, { origin: 'a' })
    expect([isMarked('a'), isMarked('b'), isMarked(undefined)]).toEqual([true, false, false])
  })

  it('is marked after six requests of its mailbox within a day, even if these were cancelled', () => {
    const addCancelled = (i: number) =>
      insertBooking(app.ctx().db, { holdId: `hold ${i}`, status: 'cancelled', createdAt: Date.now() })
    for (let i = 1; i < MADE_BEFORE_MARK.mailbox; i++) addCancelled(i)
    expect(isMarked('a')).toBe(false)
    addCancelled(MADE_BEFORE_MARK.mailbox)
    expect(isMarked(undefined)).toBe(true)
    app.pass(DAY_LENGTH)
    expect(isMarked(undefined)).toBe(false)
  })

  it('is marked after sixteen requests of its origin within a day', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: 'a' }
    for (let i = 1; i < MADE_BEFORE_MARK.origin; i++) countRequest(app.ctx(), asker)
    expect(isMarked('a')).toBe(false)
    countRequest(app.ctx(), asker)
    countRequest(app.ctx(), { ...asker, origin: undefined })
    expect([isMarked('a'), isMarked('b'), isMarked(undefined)]).toEqual([true, false, false])
    app.pass(DAY_LENGTH)
    expect(isMarked('a')).toBe(false)
  })
})
