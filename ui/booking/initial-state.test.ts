import { describe, expect, test } from 'vitest'
import { HOLD_EXPIRED } from '../../src/shared/messages.de.ts'
import { CONTINUED, initialWizard } from './initial-state.ts'

const now = { instant: Date.parse('2027-01-07T13:40:00+01:00'), today: '2027-01-07' }
const slot = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' }
const hold = { id: 'hold-1', expiresAt: now.instant + 60_000 }
const booked = {
  id: 'b-1',
  start: slot.start,
  serviceName: 'Erstordination',
  duration: '',
  hint: '',
  email: 'a@b.at',
}
const stored = { step: 4, visit: 'first', serviceId: 'erstordination', day: '2027-01-12', slot } as const

const open = (search = '', hash = '', before: Parameters<typeof initialWizard>[0] = {}) =>
  initialWizard(before, { search, hash }, now)

describe('the first visit', () => {
  test('opens at the first step in the calendar view', () => {
    expect(open()).toMatchObject({ step: 1, view: 'calendar', visit: undefined, serviceId: undefined })
  })
})

describe('the address', () => {
  test('a service alone leads to the slots', () => {
    expect(open('?service=akupunktur')).toMatchObject({ step: 3, serviceId: 'akupunktur' })
  })
  test('a service with a step leads to that step', () => {
    expect(open('?service=akupunktur&step=1')).toMatchObject({ step: 1, serviceId: 'akupunktur' })
  })
  test('the step is clamped to 1 to 6 and to what is reachable', () => {
    expect(open('?step=-4').step).toBe(1)
    expect(open('?step=99').step).toBe(1)
    expect(open('?visit=return&step=6').step).toBe(2)
    expect(open('?service=akupunktur&step=5').step).toBe(3)
  })
  test('the hash counts before the query and the stored step', () => {
    expect(open('?step=4', '#step-2', stored).step).toBe(2)
    expect(open('', '#step-3', stored)).toMatchObject({ step: 3, slot })
  })
  test('any other hash is ignored', () => {
    expect(open('', '#kontakt', stored).step).toBe(4)
  })
  test('valid values of visit, view and date are taken', () => {
    expect(open('?visit=return&view=list&date=2027-02-01')).toMatchObject({
      visit: 'return',
      view: 'list',
      day: '2027-02-01',
      listFrom: '2027-02-01',
    })
  })
  test('invalid values in the query are ignored', () => {
    expect(open('?visit=never&view=grid&date=2027-02-30&step=drei&service=')).toMatchObject({
      step: 1,
      visit: undefined,
      view: 'calendar',
      day: undefined,
      listFrom: undefined,
    })
  })
  test('a date before today is not taken', () => {
    expect(open('?date=2027-01-06').day).toBeUndefined()
    expect(open('?date=2027-01-07').day).toBe('2027-01-07')
  })
  test('a visit other than the stored one drops service and slot', () => {
    expect(open('?visit=return', '', stored)).toMatchObject({
      step: 2,
      visit: 'return',
      serviceId: undefined,
      slot: undefined,
    })
  })
  test('a service other than the stored one drops slot and visit type', () => {
    expect(open('?service=akupunktur', '', stored)).toMatchObject({
      step: 3,
      visit: undefined,
      slot: undefined,
    })
  })
  test('the stored service again keeps the slot', () => {
    expect(open('?service=erstordination', '', stored)).toMatchObject({ step: 3, slot })
  })
})

describe('a booking begun in another tab', () => {
  const begun = { ...stored, fromOtherTab: true }
  const said = (...[search, hash]: [search?: string, hash?: string]) =>
    open(search, hash, begun).notice?.canStartAnew ?? false

  test('says so, with a way to start anew', () => {
    expect(open('', '', begun).notice).toEqual({ tone: 'info', text: CONTINUED, canStartAnew: true })
    expect(said('?service=erstordination')).toBe(true)
  })
  test('is not one where nothing of it is left', () => {
    expect(said('?service=akupunktur')).toBe(false)
    expect(said('', '#step-1')).toBe(false)
    expect(open('', '', stored).notice).toBeUndefined()
  })
  test('an expired hold is the more urgent notice', () => {
    const expired = { ...begun, step: 5, hold: { ...hold, expiresAt: now.instant } } as const
    expect(open('', '', expired).notice?.text).toBe(HOLD_EXPIRED)
  })
})

describe('the stored state', () => {
  test('is restored with its step', () => {
    expect(open('', '', stored)).toMatchObject(stored)
  })
  test('a slot in the past is dropped, and the wizard opens at the slots', () => {
    const begun = { ...stored, day: '2027-01-07', slot: { ...slot, start: '2027-01-07T13:40:00+01:00' } }
    expect(open('', '', begun)).toMatchObject({ step: 3, slot: undefined, day: '2027-01-07' })
  })
  test('a day in the past is dropped', () => {
    expect(open('', '', { ...stored, slot: undefined, day: '2027-01-06' }).day).toBeUndefined()
  })
  test('a live hold is restored with the review', () => {
    expect(open('', '#step-5', { ...stored, step: 5, hold })).toMatchObject({ step: 5, hold })
  })
  test('an expired hold leads to the first step with a message', () => {
    const expired = { ...hold, expiresAt: now.instant }
    expect(open('', '#step-5', { ...stored, step: 5, hold: expired })).toMatchObject({
      step: 1,
      hold: undefined,
      slot: undefined,
      notice: { tone: 'danger', text: HOLD_EXPIRED },
      serviceId: 'erstordination',
    })
  })
  test('a hold is dropped before step 4', () => {
    expect(open('', '#step-2', { ...stored, step: 5, hold })).toMatchObject({
      step: 2,
      hold: undefined,
      notice: undefined,
    })
  })
  test('a booking is restored at step 6 only', () => {
    expect(open('', '#step-6', { booked })).toMatchObject({ step: 6, booked })
    expect(open('', '', { booked })).toMatchObject({ step: 1, booked: undefined })
  })
})
