import { describe, expect, test, vi } from 'vitest'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import { CONTINUED_NOTICE, initialWizard, type StoredWizard } from './initial-state.ts'
import type { Wizard } from './wizard.ts'

/** The present: 13:40 in Vienna. */
const NOW = { instant: Date.parse('2027-01-07T13:40:00+01:00'), today: () => '2027-01-07' }
const SLOT = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' }
const HOLD = { id: 'hold-1', expiresAt: NOW.instant + 60_000 }
const BOOKED = {
  id: 'b-1',
  start: SLOT.start,
  serviceName: 'Erstordination',
  duration: '',
  hint: '',
  email: 'a@b.at',
}
/** The state of a tab in step 4. */
const AT_STEP_4 = {
  step: 4,
  visit: 'first',
  serviceId: 'erstordination',
  day: '2027-01-12',
  slot: SLOT,
} as const

type Start = { search?: string; hash?: string; stored?: StoredWizard }

/** Opens the wizard at a URL; `stored` is the state that the tab stored earlier. */
const openWizard = ({ search = '', hash = '', stored = {} }: Start) =>
  initialWizard(stored, { search, hash }, NOW)

/** `opens` are the expected fields of the opened wizard. */
type Case = Start & { title: string; opens: Partial<Wizard> }

/** The fields of a wizard in which nothing was chosen yet. */
const NOTHING = { step: 1, view: 'calendar', visit: undefined, serviceId: undefined, day: undefined } as const

describe('the URL', () => {
  test.for<Case>([
    { title: 'an empty URL opens the first step in the calendar view', opens: NOTHING },
    {
      title: 'a service leads to the slots',
      search: '?service=akupunktur',
      opens: { step: 3, serviceId: 'akupunktur' },
    },
    {
      title: 'a service together with a step leads to that step',
      search: '?service=akupunktur&step=1',
      opens: { step: 1, serviceId: 'akupunktur' },
    },
    { title: 'a step below 1 means the first step', search: '?step=-4', opens: { step: 1 } },
    { title: 'a step above 6 means the last reachable step', search: '?step=99', opens: { step: 1 } },
    {
      title: 'a step that is not reachable after the visit is replaced by the services',
      search: '?visit=return&step=6',
      opens: { step: 2 },
    },
    {
      title: 'a step that is not reachable after the service is replaced by the slots',
      search: '?service=akupunktur&step=5',
      opens: { step: 3 },
    },
    {
      title: 'the hash counts before the query',
      search: '?step=4',
      hash: '#step-2',
      stored: AT_STEP_4,
      opens: { step: 2 },
    },
    {
      title: 'the hash counts before the stored step',
      hash: '#step-3',
      stored: AT_STEP_4,
      opens: { step: 3, slot: SLOT },
    },
    { title: 'any other hash is ignored', hash: '#kontakt', stored: AT_STEP_4, opens: { step: 4 } },
    {
      title: 'visit, view and date are taken',
      search: '?visit=return&view=list&date=2027-02-01',
      opens: { visit: 'return', view: 'list', day: '2027-02-01', listFrom: '2027-02-01' },
    },
    {
      title: 'invalid values are ignored',
      search: '?visit=never&view=grid&date=2027-02-30&step=drei&service=',
      opens: NOTHING,
    },
    { title: 'a day before today is not taken', search: '?date=2027-01-06', opens: { day: undefined } },
    { title: 'a day that is today is taken', search: '?date=2027-01-07', opens: { day: '2027-01-07' } },
    { title: 'a day in two years is taken', search: '?date=2029-01-06', opens: { day: '2029-01-06' } },
    { title: 'a later day is not taken', search: '?date=9999-12-31', opens: { day: undefined } },
    {
      title: 'a visit other than the stored one drops service and slot',
      search: '?visit=return',
      stored: AT_STEP_4,
      opens: { step: 2, visit: 'return', serviceId: undefined, slot: undefined },
    },
    {
      title: 'a service other than the stored one drops slot and visit type',
      search: '?service=akupunktur',
      stored: AT_STEP_4,
      opens: { step: 3, visit: undefined, slot: undefined },
    },
    {
      title: 'the stored service again keeps the slot',
      search: '?service=erstordination',
      stored: AT_STEP_4,
      opens: { step: 3, slot: SLOT },
    },
  ])('$title', ({ opens, ...start }) => {
    expect(openWizard(start)).toMatchObject(opens)
  })
})

test('a URL without days opens without asking for today, which costs a phone a quarter of a second', () => {
  const today = vi.fn(NOW.today)
  const { day: _day, slot: _slot, ...chosen } = AT_STEP_4
  for (const search of ['', '?visit=first', '?service=akupunktur'])
    initialWizard(chosen, { search, hash: '' }, { ...NOW, today })
  expect(today).not.toHaveBeenCalled()
})

describe('a booking begun in another tab', () => {
  const begunElsewhere = { ...AT_STEP_4, fromOtherTab: true }
  const hasNotice = (url: { search?: string; hash?: string }) =>
    openWizard({ ...url, stored: begunElsewhere }).notice?.canStartAnew ?? false

  test('is mentioned, with a way to start anew', () => {
    expect(openWizard({ stored: begunElsewhere }).notice).toEqual({
      tone: 'info',
      text: CONTINUED_NOTICE,
      canStartAnew: true,
    })
    expect(hasNotice({ search: '?service=erstordination' })).toBe(true)
  })
  test('is not mentioned when the URL overrides all of its choices', () => {
    expect(hasNotice({ search: '?service=akupunktur' })).toBe(false)
    expect(hasNotice({ hash: '#step-1' })).toBe(false)
  })
  test('is not mentioned in the tab where it was begun', () => {
    expect(openWizard({ stored: AT_STEP_4 }).notice).toBeUndefined()
  })
  test('is not mentioned when its hold has expired, because that is more urgent', () => {
    const expired = { ...begunElsewhere, step: 5, hold: { ...HOLD, expiresAt: NOW.instant } } as const
    expect(openWizard({ stored: expired }).notice?.text).toBe(HOLD_EXPIRED)
  })
})

describe('the stored state', () => {
  test('is restored with its step', () => {
    expect(openWizard({ stored: AT_STEP_4 })).toMatchObject(AT_STEP_4)
  })
  test('a slot in the past is dropped, and the wizard opens at the slots', () => {
    const begun = { ...AT_STEP_4, day: '2027-01-07', slot: { ...SLOT, start: '2027-01-07T13:40:00+01:00' } }
    expect(openWizard({ stored: begun })).toMatchObject({ step: 3, slot: undefined, day: '2027-01-07' })
  })
  test('a day in the past is dropped', () => {
    expect(openWizard({ stored: { ...AT_STEP_4, slot: undefined, day: '2027-01-06' } }).day).toBeUndefined()
  })
  test.each(['9999-12-31', '2027-02-30', '7'])(
    'a day that the calendar never shows is dropped: %s',
    (day) => {
      const opened = openWizard({ stored: { ...AT_STEP_4, slot: undefined, day, listFrom: day } })
      expect([opened.day, opened.listFrom]).toEqual([undefined, undefined])
    },
  )
  test('a live hold is restored with the review', () => {
    expect(openWizard({ hash: '#step-5', stored: { ...AT_STEP_4, step: 5, hold: HOLD } })).toMatchObject({
      step: 5,
      hold: HOLD,
    })
  })
  test('an expired hold leads to the first step with a message', () => {
    const expired = { ...HOLD, expiresAt: NOW.instant }
    expect(openWizard({ hash: '#step-5', stored: { ...AT_STEP_4, step: 5, hold: expired } })).toMatchObject({
      step: 1,
      hold: undefined,
      slot: undefined,
      notice: { tone: 'danger', text: HOLD_EXPIRED },
      serviceId: 'erstordination',
    })
  })
  test('a hold is dropped before step 4', () => {
    expect(openWizard({ hash: '#step-2', stored: { ...AT_STEP_4, step: 5, hold: HOLD } })).toMatchObject({
      step: 2,
      hold: undefined,
      notice: undefined,
    })
  })
  test('a booking is restored at step 6 only', () => {
    expect(openWizard({ hash: '#step-6', stored: { booked: BOOKED } })).toMatchObject({
      step: 6,
      booked: BOOKED,
    })
    expect(openWizard({ stored: { booked: BOOKED } })).toMatchObject({ step: 1, booked: undefined })
  })
})
