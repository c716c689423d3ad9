import { describe, expect, test, vi } from 'vitest'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import { CONTINUED, initialWizard } from './initial-state.ts'
import type { Wizard } from './wizard.ts'

const now = { instant: Date.parse('2027-01-07T13:40:00+01:00'), today: () => '2027-01-07' }
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

/** Opens the wizard at an address, with what the tab has stored before. */
const open = (search = '', hash = '', before: Parameters<typeof initialWizard>[0] = {}) =>
  initialWizard(before, { search, hash }, now)

type Case = [title: string, search: string, hash: string, stored: object, wizard: Partial<Wizard>]
const NOTHING = { step: 1, view: 'calendar', visit: undefined, serviceId: undefined, day: undefined } as const

describe('the address', () => {
  test.for<Case>([
    ['nothing opens the first step in the calendar view', '', '', {}, NOTHING],
    ['a service leads to the slots', '?service=akupunktur', '', {}, { step: 3, serviceId: 'akupunktur' }],
    [
      'a service with a step leads there',
      '?service=akupunktur&step=1',
      '',
      {},
      { step: 1, serviceId: 'akupunktur' },
    ],
    ['a step below 1 is the first', '?step=-4', '', {}, { step: 1 }],
    ['a step above 6 is what is reachable', '?step=99', '', {}, { step: 1 }],
    [
      'a step that is not reachable after the visit is replaced by the services',
      '?visit=return&step=6',
      '',
      {},
      { step: 2 },
    ],
    [
      'a step that is not reachable after the service is replaced by the slots',
      '?service=akupunktur&step=5',
      '',
      {},
      { step: 3 },
    ],
    ['the hash counts before the query', '?step=4', '#step-2', stored, { step: 2 }],
    ['the hash counts before the stored step', '', '#step-3', stored, { step: 3, slot }],
    ['any other hash is ignored', '', '#kontakt', stored, { step: 4 }],
    [
      'visit, view and date are taken',
      '?visit=return&view=list&date=2027-02-01',
      '',
      {},
      { visit: 'return', view: 'list', day: '2027-02-01', listFrom: '2027-02-01' },
    ],
    [
      'invalid values are ignored',
      '?visit=never&view=grid&date=2027-02-30&step=drei&service=',
      '',
      {},
      NOTHING,
    ],
    ['a day before today is not taken', '?date=2027-01-06', '', {}, { day: undefined }],
    ['a day that is today is taken', '?date=2027-01-07', '', {}, { day: '2027-01-07' }],
    [
      'a visit other than the stored one drops service and slot',
      '?visit=return',
      '',
      stored,
      { step: 2, visit: 'return', serviceId: undefined, slot: undefined },
    ],
    [
      'a service other than the stored one drops slot and visit type',
      '?service=akupunktur',
      '',
      stored,
      { step: 3, visit: undefined, slot: undefined },
    ],
    ['the stored service again keeps the slot', '?service=erstordination', '', stored, { step: 3, slot }],
  ])('%s', ([, search, hash, before, wizard]) => {
    expect(open(search, hash, before)).toMatchObject(wizard)
  })
})

test('an address without days opens without asking for today, which costs a phone a quarter of a second', () => {
  const today = vi.fn(now.today)
  const { day: _day, slot: _slot, ...chosen } = stored
  for (const search of ['', '?visit=first', '?service=akupunktur'])
    initialWizard(chosen, { search, hash: '' }, { ...now, today })
  expect(today).not.toHaveBeenCalled()
})

describe('a booking begun in another tab', () => {
  const begun = { ...stored, fromOtherTab: true }
  const isSaid = ({ search = '', hash = '' } = {}) => open(search, hash, begun).notice?.canStartAnew ?? false

  test('says so, with a way to start anew', () => {
    expect(open('', '', begun).notice).toEqual({ tone: 'info', text: CONTINUED, canStartAnew: true })
    expect(isSaid({ search: '?service=erstordination' })).toBe(true)
  })
  test('is not mentioned where nothing of it is left', () => {
    expect(isSaid({ search: '?service=akupunktur' })).toBe(false)
    expect(isSaid({ hash: '#step-1' })).toBe(false)
  })
  test('is not mentioned in the tab where it was begun', () => {
    expect(open('', '', stored).notice).toBeUndefined()
  })
  test('is not mentioned when its hold has expired, which is more urgent', () => {
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
