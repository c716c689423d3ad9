import { beforeEach, describe, expect, it } from 'vitest'
import type { SolvedBotCheck } from '../access/bot-check.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  FIRST_REQUESTED,
  type ManyRequestsApp,
  openManyRequestsApp,
  REQUESTS_BROWSER,
} from '../testing/many-requests-app.ts'
import { refusalCode } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { VALID_CONTACT } from '../testing/valid-contact.ts'
import { placeHold } from './holds.ts'
import { OFFER_ORIGIN } from './live-holds.ts'
import { requestBooking } from './requests.ts'
import { listWaiting } from './waiting-entries.ts'
import { addToWaitingList } from './waiting-list.ts'

const EMAIL = 'rosa@musterfrau.example'

let app: ManyRequestsApp
beforeEach(() => {
  app = openManyRequestsApp()
  app.verify(EMAIL)
})

type RequestOptions = Readonly<{
  origin?: string | undefined
  email?: string
  browser?: string | undefined
  check?: SolvedBotCheck
}>

/** Holds a time for a first visit. @returns the id of the hold */
function holdTime(start = FIRST_REQUESTED): string {
  const time = { serviceId: 'erstordination', start }
  const visitor = { email: EMAIL, browser: REQUESTS_BROWSER, origin: 'home' }
  return placeHold(app.ctx(), { ...time, ...visitor }, verifiedBotCheck(app.ctx())).id
}

/** Requests the time of a hold. */
function request(holdId: string, options: RequestOptions = { origin: 'home' }) {
  const { email = EMAIL, check = verifiedBotCheck(app.ctx()) } = options
  const { origin, browser } = { browser: REQUESTS_BROWSER, ...options }
  const contact = { ...VALID_CONTACT, email }
  const input = { holdId, contact, answers: [], browser, origin }
  return requestBooking(app.ctx(), input, check)
}

describe('a request', () => {
  it('takes over the time of its hold, is recorded in the history, and notifies patient and practice', () => {
    const holdId = holdTime()
    const [heldTime] = app.occupied()
    const { id, ...booking } = request(holdId)
    expect(booking).toMatchObject({ status: 'requested', holdId, origin: 'home', fromWaitingList: false })
    expect(app.rows('select booking_id, hold_id, expires_at from occupations')).toEqual([
      { booking_id: id, hold_id: null, expires_at: null },
    ])
    expect(app.occupied()).toEqual([heldTime])
    expect(app.rows('select id from holds')).toEqual([])
    expect(app.rows('select booking_id, kind, actor from events')).toEqual([
      { booking_id: id, kind: 'requested', actor: 'visitor' },
    ])
    expect(app.rows(`select kind from messages where channel = 'email'`)).toEqual([
      { kind: 'reservation-received' },
      { kind: 'new-reservation' },
    ])
  })

  it('stays with the doctor whose time was held', () => {
    const holdId = holdTime()
    app.changeRows('update occupations set resource_id = ?', 'another doctor')
    expect(request(holdId).resourceId).toBe('another doctor')
  })

  it.each([
    { missing: 'the e-mail address is another one', options: { email: 'otto@musterfrau.example' } },
    { missing: 'it comes from another browser', options: { browser: 'another browser' } },
    { missing: 'it comes without the cookie of a browser', options: { browser: undefined } },
  ])('needs a verified e-mail address, and is refused if $missing', ({ options }) => {
    const holdId = holdTime()
    expect(refusalCode(() => request(holdId, { origin: 'home', ...options }))).toBe('email_unverified')
    expect(app.rows('select id from bookings')).toEqual([])
    expect(app.rows('select id from holds')).toHaveLength(1)
  })

  it('ends only the waiting entry of its e-mail address for the same service', () => {
    const wishes = { not_after: '2027-03-01', not_before: null, weekdays: [1], parts: ['morning'] } as const
    for (const service_id of ['erstordination', 'facial'])
      addToWaitingList(app.assistant(), { service_id, name: 'Rosa', email: EMAIL, mobile: '', ...wishes })
    expect(request(holdTime()).serviceId).toBe('erstordination')
    expect(listWaiting(app.ctx()).map(({ serviceId }) => serviceId)).toEqual(['facial'])
  })

  it('records that its hold came from the waiting list', () => {
    const holdId = holdTime()
    app.changeRows('update holds set origin = ?', OFFER_ORIGIN)
    expect(request(holdId).fromWaitingList).toBe(true)
  })

  it('has no origin while origins are unknown', () => {
    expect(request(holdTime(), { origin: undefined }).origin).toBeNull()
  })

  it('is refused once its time has begun, but not a minute before', () => {
    const holdId = holdTime()
    const startHoldAt = (start: number) => app.changeRows('update holds set starts_at = ?', start)
    startHoldAt(Date.now())
    expect(refusalCode(() => request(holdId))).toBe('slot_taken')
    startHoldAt(Date.now() + MINUTE)
    expect(request(holdId).startsAt).toBe(Date.now() + MINUTE)
  })

  it('is refused while its service is not offered, and keeps the hold', () => {
    const holdId = holdTime()
    app.changeRows(`update services set active = 0 where id = 'erstordination'`)
    expect(refusalCode(() => request(holdId))).toBe('slot_taken')
    app.changeRows(`update services set active = 1 where id = 'erstordination'`)
    expect(request(holdId).holdId).toBe(holdId)
  })

  it('uses up its bot check', () => {
    const options = { origin: 'home', check: verifiedBotCheck(app.ctx()) }
    expect(request(holdTime(), options).startsAt).toBe(FIRST_REQUESTED)
    const second = holdTime(FIRST_REQUESTED + HOUR)
    expect(refusalCode(() => request(second, options))).toBe('bot_check_failed')
    expect(request(second).startsAt).toBe(FIRST_REQUESTED + HOUR)
  })
})
