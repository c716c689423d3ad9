import { describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import {
  HOLDING_BROWSER,
  HOLDING_EMAIL,
  openTuesdayHoldsApp,
  tuesdayAt,
} from '../testing/tuesday-holds-app.ts'
import { VALID_CONTACT } from '../testing/valid-contact.ts'
import { deleteEndedHolds, endHoldsOfStrangers } from './ended-holds.ts'
import { countLiveHolds } from './live-holds.ts'
import { requestBooking } from './requests.ts'
import { extendHold } from './stored-holds.ts'

const OTHER_EMAIL = 'otto@beispiel.example'

/** Makes a booking from a hold. */
const request = (ctx: Ctx, hold: { holdId: string; contact: Contact }) =>
  requestBooking(
    ctx,
    { ...hold, answers: [], browser: HOLDING_BROWSER, origin: undefined },
    verifiedBotCheck(ctx),
  )

describe('a hold', () => {
  it('replaces the live hold of the same e-mail address, ignoring upper and lower case', () => {
    const { placeAt, listHoldIds, refusalAt } = openTuesdayHoldsApp()
    placeAt('08:00')
    const { id } = placeAt('10:00', { email: 'Rosa@Musterfrau.example' })
    expect(listHoldIds()).toEqual([id])
    expect(refusalAt('08:00', { email: OTHER_EMAIL })).toBeUndefined()
  })

  it('replaces the live hold of the same mailbox', () => {
    const { placeAt, listHoldIds } = openTuesdayHoldsApp()
    placeAt('08:00', { email: 'rosa+1@musterfrau.example' })
    const { id } = placeAt('10:00', { email: 'rosa+2@musterfrau.example' })
    expect(listHoldIds()).toEqual([id])
  })

  it('becomes a booking of its own length even if the length of the service has changed meanwhile', () => {
    const { ctx, placeAt, assistant } = openTuesdayHoldsApp()
    const { id: holdId } = placeAt('08:00')
    saveService(assistant(), { ...getActiveService(ctx(), 'erstordination'), durationMin: 90 })
    const { startsAt, endsAt, durationMin } = request(ctx(), { holdId, contact: VALID_CONTACT })
    expect({ lastsMin: (endsAt - startsAt) / MINUTE, durationMin }).toEqual({ lastsMin: 45, durationMin: 45 })
  })

  it('at the start of an own appointment is refused with a sentence that says so', () => {
    const { ctx, placeAt, refusalAt } = openTuesdayHoldsApp()
    const { id: holdId } = placeAt('08:00')
    request(ctx(), { holdId, contact: { ...VALID_CONTACT, email: HOLDING_EMAIL } })
    expect(refusalAt('08:00')?.code).toBe('slot_taken')
    expect(refusalAt('08:00')?.message).toMatch(/^Sie haben zu dieser Zeit schon einen Termin bei uns\./)
    expect(refusalAt('08:00', { email: OTHER_EMAIL })?.message).toMatch(/nicht mehr frei/)
  })

  it('ends when an absence takes its time, and is then deleted', () => {
    const { ctx, assistant, placeAt, listHoldIds } = openTuesdayHoldsApp()
    const { id } = placeAt('08:00')
    const interval = { start: tuesdayAt('08:30'), end: tuesdayAt('08:40') }
    saveAbsence(assistant(), { kind: 'block', title: '', resource_id: null, ...interval })
    expect(countLiveHolds(ctx())).toBe(0)
    expect(refusalOf(() => extendHold(ctx(), id))?.code).toBe('hold_expired')
    expect(listHoldIds()).toEqual([id])
    deleteEndedHolds(ctx())
    expect(listHoldIds()).toEqual([])
  })

  it('of a stranger can be ended by the practice, which the audit records with the number of holds', () => {
    const { placeAt, listHoldIds, assistant, rows } = openTuesdayHoldsApp()
    placeAt('08:00')
    expect(endHoldsOfStrangers(assistant())).toBe(1)
    expect(listHoldIds()).toEqual([])
    expect(endHoldsOfStrangers(assistant())).toBe(0)
    placeAt('09:00')
    placeAt('10:00', { email: OTHER_EMAIL })
    expect(endHoldsOfStrangers(assistant())).toBe(2)
    expect(rows('select action, subject from audit')).toEqual([
      { action: 'holds-released', subject: '1 Zeit' },
      { action: 'holds-released', subject: '2 Zeiten' },
    ])
  })

  it('does not replace the earlier hold if its time is already taken', () => {
    const { placeAt, listHoldIds, refusalAt } = openTuesdayHoldsApp()
    const { id } = placeAt('08:00')
    // An Erstordination at 12:15 would reach into the lunch break.
    expect(refusalAt('12:15')?.code).toBe('slot_taken')
    expect(listHoldIds()).toEqual([id])
  })

  it('is refused with an end that does not match the length of the service', () => {
    const { refusalAt } = openTuesdayHoldsApp()
    const end = tuesdayAt('10:45')
    const refusal = refusalAt('10:00', { shownEnd: end + MINUTE })
    expect(refusal?.facts.fields).toEqual({ stop: 'Das Ende passt nicht zur Leistung.' })
    expect(refusal?.message, 'for the patient, whose page sent the end').toContain('eine andere Dauer')
    expect(refusalAt('10:00', { shownEnd: end })).toBeUndefined()
  })

  it('reserves its paddings, even outside working hours', () => {
    const { placeAt, refusalAt, rows } = openTuesdayHoldsApp({ rateLimits: false })
    // An acupuncture lasts 40 minutes, with five before and after it; the working hours begin at 08:00.
    placeAt('08:00', { serviceId: 'akupunktur' })
    expect(rows('select starts_at, ends_at from occupations')).toEqual([
      { starts_at: tuesdayAt('07:55'), ends_at: tuesdayAt('08:45') },
    ])
    expect(refusalAt('08:30')?.code).toBe('slot_taken')
    expect(refusalAt('08:45')).toBeUndefined()
  })
})

describe('a hold that is extended', () => {
  it('lasts an hour in total at most', () => {
    const { ctx, placeAt, pass } = openTuesdayHoldsApp()
    const { id, expiresAt } = placeAt('08:00')
    const minutesGained = [1, 2, 3, 4, 5, 6].map(() => {
      pass(9 * MINUTE)
      return (extendHold(ctx(), id).expiresAt - expiresAt) / MINUTE
    })
    // A new hold lasts ten minutes, so fifty are left to gain.
    expect(minutesGained).toEqual([9, 18, 27, 36, 45, 50])
    // Then 54 of its sixty minutes have passed.
    pass(6 * MINUTE)
    expect(refusalOf(() => extendHold(ctx(), id))?.code).toBe('hold_expired')
  })

  it('keeps its time reserved', () => {
    const { ctx, placeAt, pass, refusalAt } = openTuesdayHoldsApp()
    const { id } = placeAt('08:00')
    pass(9 * MINUTE)
    extendHold(ctx(), id)
    // The extension reserves the time for ten minutes.
    pass(9 * MINUTE)
    expect(refusalAt('08:00', { email: OTHER_EMAIL })?.code).toBe('slot_taken')
    pass(MINUTE)
    expect(refusalAt('08:00', { email: OTHER_EMAIL })).toBeUndefined()
  })
})
