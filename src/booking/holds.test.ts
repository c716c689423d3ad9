import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { VALID_CONTACT } from '../testing/valid-contact.ts'
import { deleteEndedHolds, endHoldsOfStrangers } from './ended-holds.ts'
import { extendHold, holdOffered, placeHold } from './holds.ts'
import { countLiveHolds } from './live-holds.ts'
import { requestBooking } from './requests.ts'

const ROSA = 'rosa@musterfrau.example'
const BROWSER = 'the browser of everybody'
/** How many open requests a mailbox may have at most. */
const MAX_OPEN_REQUESTS = 4
const TIMES = ['08:00', '09:00', '10:00', '11:00', '13:30', '14:30', '15:30']

const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

/** Opens an app in whose only browser every e-mail address is verified. */
function openVerified(config = {}) {
  const app = openTestApp({ config })
  const placeAt = (time: string, changes: { email?: string; serviceId?: string; stop?: number } = {}) => {
    const { db, now } = app.ctx()
    const { email = ROSA, serviceId = 'erstordination', stop } = changes
    insertVerification(db, { email, browser: BROWSER, now })
    const input = { serviceId, start: instantAt(time), stop, email, browser: BROWSER, origin: 'origin' }
    return placeHold(app.ctx(), input, verifiedBotCheck(app.ctx()))
  }
  return {
    ...app,
    placeAt,
    refusalAt: (...input: Parameters<typeof placeAt>) => refusalOf(() => placeAt(...input)),
    listHoldIds: () => app.rows<{ id: string }>('select id from holds').map(({ id }) => id),
  }
}

describe('a hold', () => {
  it('replaces the live hold of the same e-mail address, ignoring upper and lower case', () => {
    const { placeAt, listHoldIds, refusalAt } = openVerified()
    placeAt('08:00')
    const { id } = placeAt('10:00', { email: 'Rosa@Musterfrau.example' })
    expect(listHoldIds()).toEqual([id])
    expect(refusalAt('08:00', { email: 'other@musterfrau.example' })).toBeUndefined()
  })

  it('replaces the live hold of the same mailbox', () => {
    const { placeAt, listHoldIds } = openVerified()
    placeAt('08:00', { email: 'rosa+1@musterfrau.example' })
    const { id } = placeAt('10:00', { email: 'rosa+2@musterfrau.example' })
    expect(listHoldIds()).toEqual([id])
  })

  it('becomes a booking of its own length even if the length of the service has changed meanwhile', () => {
    const { ctx, placeAt, assistant } = openVerified()
    const { id: holdId } = placeAt('08:00')
    saveService(assistant(), { ...getActiveService(ctx(), 'erstordination'), durationMin: 90 })
    const contact = VALID_CONTACT
    const input = { holdId, contact, answers: [], browser: BROWSER, origin: undefined }
    const { startsAt, endsAt, durationMin } = requestBooking(ctx(), input, verifiedBotCheck(ctx()))
    expect([(endsAt - startsAt) / MINUTE, durationMin]).toEqual([45, 45])
  })

  it('at the start of an own appointment is refused with a sentence that says so', () => {
    const { ctx, placeAt, refusalAt } = openVerified()
    const { id: holdId } = placeAt('08:00')
    const input = { holdId, contact: { ...VALID_CONTACT, email: ROSA }, answers: [], browser: BROWSER }
    requestBooking(ctx(), { ...input, origin: undefined }, verifiedBotCheck(ctx()))
    expect(refusalAt('08:00')?.code).toBe('slot_taken')
    expect(refusalAt('08:00')?.message).toMatch(/^Sie haben zu dieser Zeit schon einen Termin bei uns\./)
    expect(refusalAt('08:00', { email: 'other@musterfrau.example' })?.message).toMatch(/nicht mehr frei/)
  })

  it('ends when an absence takes its time, and is then deleted', () => {
    const { ctx, assistant, placeAt, listHoldIds } = openVerified()
    const { id } = placeAt('08:00')
    const interval = { start: instantAt('08:30'), end: instantAt('08:40') }
    saveAbsence(assistant(), { kind: 'block', title: '', resource_id: null, ...interval })
    expect(countLiveHolds(ctx())).toBe(0)
    expect(refusalOf(() => extendHold(ctx(), id))?.code).toBe('hold_expired')
    expect(listHoldIds()).toEqual([id])
    deleteEndedHolds(ctx())
    expect(listHoldIds()).toEqual([])
  })

  it('of a stranger can be ended by the practice, which the audit records with the number of holds', () => {
    const { placeAt, listHoldIds, assistant, rows } = openVerified()
    placeAt('08:00')
    expect(endHoldsOfStrangers(assistant())).toBe(1)
    expect(listHoldIds()).toEqual([])
    expect(endHoldsOfStrangers(assistant())).toBe(0)
    for (const [i, time] of ['09:00', '10:00'].entries()) placeAt(time, { email: `${i}@musterfrau.example` })
    expect(endHoldsOfStrangers(assistant())).toBe(2)
    expect(rows('select action, subject from audit')).toEqual([
      { action: 'holds-released', subject: '1 Zeit' },
      { action: 'holds-released', subject: '2 Zeiten' },
    ])
  })

  it('does not replace the earlier hold if its time is already taken', () => {
    const { placeAt, listHoldIds, refusalAt } = openVerified()
    const { id } = placeAt('08:00')
    expect(refusalAt('12:15')?.code).toBe('slot_taken')
    expect(listHoldIds()).toEqual([id])
  })

  it('is refused with an end that does not match the length of the service', () => {
    const { refusalAt } = openVerified()
    const wrongEnd = refusalAt('10:00', { stop: instantAt('10:46') })
    expect(wrongEnd?.facts.fields).toEqual({ stop: 'Das Ende passt nicht zur Leistung.' })
    expect(refusalAt('10:00', { stop: instantAt('10:45') })).toBeUndefined()
  })

  it('reserves its paddings, even outside working hours', () => {
    const { placeAt, refusalAt, rows } = openVerified({ rateLimits: false })
    placeAt('08:00', { serviceId: 'akupunktur' })
    expect(rows('select starts_at, ends_at from occupations')).toEqual([
      { starts_at: instantAt('07:55'), ends_at: instantAt('08:45') },
    ])
    expect(refusalAt('08:30')?.code).toBe('slot_taken')
    expect(refusalAt('08:45')).toBeUndefined()
  })
})

describe('a further hold', () => {
  it('is refused as the sixth live hold of an origin until one of the others expires', () => {
    const { placeAt, refusalAt, pass } = openVerified()
    for (const time of TIMES.slice(0, 5)) placeAt(time, { email: `at-${time}@musterfrau.example` })
    expect(refusalAt('14:30')?.code).toBe('too_many')
    pass(10 * MINUTE)
    expect(refusalAt('14:30')).toBeUndefined()
  })

  it('is refused while four requests of the e-mail address are open', () => {
    const { ctx, refusalAt, changeRows } = openVerified()
    for (const time of TIMES.slice(0, MAX_OPEN_REQUESTS))
      insertBooking(ctx().db, { email: ROSA, startsAt: instantAt(time) })
    expect(refusalAt('15:30')).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Sie haben bereits vier offene Reservierungen\./),
    })
    changeRows(`update bookings set status = 'confirmed' where starts_at = ?`, instantAt('08:00'))
    expect(refusalAt('15:30')).toBeUndefined()
  })

  it('is refused while four requests of the same mailbox are open', () => {
    const { ctx, refusalAt } = openVerified()
    for (const [i, time] of TIMES.slice(0, MAX_OPEN_REQUESTS).entries())
      insertBooking(ctx().db, { email: `rosa+${i}@musterfrau.example`, startsAt: instantAt(time) })
    expect(refusalAt('15:30', { email: 'rosa+9@musterfrau.example' })?.code).toBe('too_many')
  })

  it('is not limited in number with RATE_LIMITS=off', () => {
    const { placeAt, listHoldIds } = openVerified({ rateLimits: false })
    for (const time of TIMES) placeAt(time)
    expect(listHoldIds()).toHaveLength(TIMES.length)
  })

  it('is not limited by the share of strangers with RATE_LIMITS=off', () => {
    const { placeAt, listHoldIds } = openVerified({ rateLimits: false })
    for (const [i, time] of TIMES.entries()) placeAt(time, { email: `p${i}@musterfrau.example` })
    expect(listHoldIds()).toHaveLength(TIMES.length)
  })
})

describe('a hold that is extended', () => {
  it('lasts an hour in total at most', () => {
    const { ctx, placeAt, pass } = openVerified()
    const { id, expiresAt } = placeAt('08:00')
    const minutesGained = [1, 2, 3, 4, 5, 6].map(() => {
      pass(9 * MINUTE)
      return (extendHold(ctx(), id).expiresAt - expiresAt) / MINUTE
    })
    // A new hold lasts ten minutes, so fifty are left to gain.
    expect(minutesGained).toEqual([9, 18, 27, 36, 45, 50])
    pass(6 * MINUTE)
    expect(refusalOf(() => extendHold(ctx(), id))?.code).toBe('hold_expired')
  })

  it('keeps its time reserved', () => {
    const { ctx, placeAt, pass, refusalAt } = openVerified()
    const { id } = placeAt('08:00')
    pass(9 * MINUTE)
    extendHold(ctx(), id)
    pass(9 * MINUTE)
    expect(refusalAt('08:00', { email: 'other@musterfrau.example' })?.code).toBe('slot_taken')
    pass(MINUTE)
    expect(refusalAt('08:00', { email: 'other@musterfrau.example' })).toBeUndefined()
  })
})

describe('a time that the waiting list has offered', () => {
  const openOffered = () => {
    const { ctx, listHoldIds } = openVerified()
    const holdUntil = (time: string, until: number, mailbox = '') =>
      holdOffered(ctx(), getActiveService(ctx(), 'erstordination'), {
        start: instantAt(time),
        mailbox,
        until,
      })
    return { now: ctx().now, holdUntil, listHoldIds }
  }

  it('is held until the offer would have ended, but for ten minutes at least and an hour at most', () => {
    const { now, holdUntil } = openOffered()
    const heldFor = (time: string, minutes: number) =>
      (holdUntil(time, now + minutes * MINUTE).expiresAt - now) / MINUTE
    expect([heldFor('08:00', 5), heldFor('09:00', 30), heldFor('10:00', 90)]).toEqual([10, 30, 60])
  })

  it('replaces the hold of the same mailbox, but no hold of another patient without an e-mail address', () => {
    const { now, holdUntil, listHoldIds } = openOffered()
    const ofSomebody = holdUntil('08:00', now)
    const ofSomebodyElse = holdUntil('09:00', now)
    holdUntil('10:00', now, ROSA)
    const secondOfRosa = holdUntil('11:00', now, ROSA)
    expect(listHoldIds().toSorted()).toEqual([ofSomebody.id, ofSomebodyElse.id, secondOfRosa.id].toSorted())
  })
})
