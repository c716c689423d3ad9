import { describe, expect, test, vi } from 'vitest'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import {
  openWizard,
  SAMPLE_HOLD,
  SAMPLE_SLOT,
  STORED_AT_CONTACT,
  WIZARD_NOW,
  type WizardOpening,
} from '../../testing/sample-wizard.ts'
import { CONTINUED_NOTICE, initialWizard } from './initial-state.ts'
import type { Wizard } from './wizard.ts'

/** How a tab opens, and the expected fields of the opened wizard. */
type Case = WizardOpening & { title: string; opens: Partial<Wizard> }

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
      stored: STORED_AT_CONTACT,
      opens: { step: 2 },
    },
    {
      title: 'the hash counts before the stored step',
      hash: '#step-3',
      stored: STORED_AT_CONTACT,
      opens: { step: 3, slot: SAMPLE_SLOT },
    },
    { title: 'any other hash is ignored', hash: '#kontakt', stored: STORED_AT_CONTACT, opens: { step: 4 } },
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
    // Today is 7 January 2027.
    { title: 'a day before today is not taken', search: '?date=2027-01-06', opens: { day: undefined } },
    { title: 'a day that is today is taken', search: '?date=2027-01-07', opens: { day: '2027-01-07' } },
    {
      title: 'a day almost two years ahead is taken',
      search: '?date=2029-01-06',
      opens: { day: '2029-01-06' },
    },
    {
      title: 'a day further ahead than the calendar shows is not taken',
      search: '?date=9999-12-31',
      opens: { day: undefined },
    },
    {
      title: 'a visit other than the stored one drops service and slot',
      search: '?visit=return',
      stored: STORED_AT_CONTACT,
      opens: { step: 2, visit: 'return', serviceId: undefined, slot: undefined },
    },
    {
      title: 'a service other than the stored one drops slot and visit type',
      search: '?service=akupunktur',
      stored: STORED_AT_CONTACT,
      opens: { step: 3, visit: undefined, slot: undefined },
    },
    {
      title: 'the stored service again keeps the slot',
      search: '?service=erstordination',
      stored: STORED_AT_CONTACT,
      opens: { step: 3, slot: SAMPLE_SLOT },
    },
  ])('$title', ({ opens, ...opening }) => {
    expect(openWizard(opening)).toMatchObject(opens)
  })
})

test('a URL without days opens without asking for today, which costs a phone a quarter of a second', () => {
  const today = vi.fn(WIZARD_NOW.today)
  const stored = { ...STORED_AT_CONTACT, day: undefined, slot: undefined }
  for (const search of ['', '?visit=first', '?service=akupunktur'])
    initialWizard(stored, { search, hash: '' }, { ...WIZARD_NOW, today })
  expect(today).not.toHaveBeenCalled()
})

describe('a booking begun in another tab', () => {
  const begunElsewhere = { ...STORED_AT_CONTACT, fromOtherTab: true }
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
    expect(openWizard({ stored: STORED_AT_CONTACT }).notice).toBeUndefined()
  })
  test('is not mentioned when its hold has expired, because that is more urgent', () => {
    const expired = {
      ...begunElsewhere,
      step: 5,
      hold: { ...SAMPLE_HOLD, expiresAt: WIZARD_NOW.instant },
    } as const
    expect(openWizard({ stored: expired }).notice?.text).toBe(HOLD_EXPIRED)
  })
})
