import { beforeEach, describe, expect, it } from 'vitest'
import type { SolvedBotCheck } from '../access/bot-check.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { aContact } from '../testing/factory.ts'
import {
  FIRST_REQUESTED,
  type ManyRequestsApp,
  openManyRequestsApp,
  REQUESTS_BROWSER,
} from '../testing/many-requests-app.ts'
import { refusalCode } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { placeHold } from './holds.ts'
import { requestBooking } from './requests.ts'
import { listWaiting } from './waiting-entries.ts'
import { addToWaitingList } from './waiting-list.ts'

const EMAIL = 'rosa@musterfrau.example'

let app: ManyRequestsApp
let holdId: string
beforeEach(() => {
  app = openManyRequestsApp()
  app.verify(EMAIL)
  holdId = hold()
})

type RequestOptions = Readonly<{ origin: string | undefined; check?: SolvedBotCheck }>

/** Holds a time. @returns the id of the hold */
function hold(start = FIRST_REQUESTED): string {
  const time = { serviceId: 'erstordination', start, stop: undefined }
  const visitor = { email: EMAIL, browser: REQUESTS_BROWSER, origin: 'home' }
  return placeHold(app.ctx(), { ...time, ...visitor }, verifiedBotCheck(app.ctx())).id
}

/** Requests the time of the hold `holdId`. */
function request({ origin, check = verifiedBotCheck(app.ctx()) }: RequestOptions = { origin: 'home' }) {
  const contact = aContact({ email: EMAIL }) as never
  const input = { holdId, contact, answers: [], browser: REQUESTS_BROWSER, origin }
  return requestBooking(app.ctx(), input, check)
}

describe('a request', () => {
  it('takes the time of its hold, is in the history, and is told to the patient and to the practice', () => {
    const [reserved] = app.occupied()
    const { id, ...booking } = request()
    expect(booking).toMatchObject({ status: 'requested', holdId, origin: 'home', fromWaitingList: false })
    expect(app.rows('select booking_id, hold_id, expires_at from occupations')).toEqual([
      { booking_id: id, hold_id: null, expires_at: null },
    ])
    expect(app.occupied()).toEqual([reserved])
    expect(app.rows('select id from holds')).toEqual([])
    expect(app.rows('select booking_id, kind, actor from events')).toEqual([
      { booking_id: id, kind: 'requested', actor: 'visitor' },
    ])
    expect(app.rows(`select kind from messages where channel = 'email'`)).toEqual([
      { kind: 'reservation-received' },
      { kind: 'new-reservation' },
    ])
  })

  it('is at the doctor at whom the time was held', () => {
    app.change(`update occupations set resource_id = 'b'`)
    expect(request().resourceId).toBe('b')
  })

  it('ends the waiting entry of its address for the service, and no other', () => {
    const wishes = { not_after: '2027-03-01', not_before: null, weekdays: [1], parts: ['morning'] } as const
    for (const service_id of ['erstordination', 'facial'])
      addToWaitingList(app.assistant(), { service_id, name: 'Rosa', email: EMAIL, mobile: '', ...wishes })
    request()
    expect(listWaiting(app.ctx()).map(({ serviceId }) => serviceId)).toEqual(['facial'])
  })

  it('of a hold that the waiting list has placed is stored as from the waiting list', () => {
    // An empty origin is that of the waiting list (OFFER_ORIGIN).
    app.change(`update holds set origin = ''`)
    expect(request().fromWaitingList).toBe(true)
  })

  it('has no origin while origins are unknown', () => {
    expect(request({ origin: undefined }).origin).toBeNull()
  })

  it('is refused once its time has begun, or its service is no longer offered, and keeps the hold', () => {
    const length = 45 * MINUTE
    const startAt = (start: number) =>
      app.change('update holds set starts_at = ?, ends_at = ?', start, start + length)
    startAt(Date.now())
    expect(refusalCode(request)).toBe('slot_taken')
    startAt(Date.now() + MINUTE)
    app.change(`update services set active = 0 where id = 'erstordination'`)
    expect(refusalCode(request)).toBe('slot_taken')
    app.change(`update services set active = 1 where id = 'erstordination'`)
    expect(request().startsAt).toBe(Date.now() + MINUTE)
  })

  it('spends its bot check, which no other request can use', () => {
    const options = { origin: 'home', check: verifiedBotCheck(app.ctx()) }
    request(options)
    holdId = hold(FIRST_REQUESTED + HOUR)
    expect(refusalCode(() => request(options))).toBe('bot_check_failed')
    expect(request().startsAt).toBe(FIRST_REQUESTED + HOUR)
  })
})
