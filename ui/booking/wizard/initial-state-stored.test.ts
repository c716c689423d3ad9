import { expect, test } from 'vitest'
import { addDays } from '../../../src/shared/day.ts'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import {
  openWizard,
  SAMPLE_BOOKED,
  SAMPLE_HOLD,
  SAMPLE_SLOT,
  STORED_AT_CONTACT,
  WIZARD_NOW,
} from '../../testing/sample-wizard.ts'
import type { StoredWizard } from './initial-state.ts'
import { type Hold, STEPS } from './wizard.ts'

// How the wizard restores what the tab stored before a reload.

/** Returns the stored state of a tab in step 5, with this hold. */
const storedInReview = (hold: Hold): StoredWizard => ({ ...STORED_AT_CONTACT, step: STEPS.review, hold })

test('the stored state is restored with its step', () => {
  expect(openWizard({ stored: STORED_AT_CONTACT })).toMatchObject(STORED_AT_CONTACT)
})

test('a slot that has begun is dropped, and the wizard opens at the slots', () => {
  const today = WIZARD_NOW.today()
  const begunSlot = { ...SAMPLE_SLOT, start: new Date(WIZARD_NOW.instant).toISOString() }
  expect(openWizard({ stored: { ...STORED_AT_CONTACT, day: today, slot: begunSlot } })).toMatchObject({
    step: 3,
    slot: undefined,
    day: today,
  })
})

test('a day in the past is dropped', () => {
  const yesterday = addDays(WIZARD_NOW.today(), -1)
  const opened = openWizard({ stored: { ...STORED_AT_CONTACT, slot: undefined, day: yesterday } })
  expect(opened.day).toBeUndefined()
})

test.each(['9999-12-31', '2027-02-30', '7'])('a day that the calendar never shows is dropped: %s', (day) => {
  const opened = openWizard({ stored: { ...STORED_AT_CONTACT, slot: undefined, day, listFrom: day } })
  expect([opened.day, opened.listFrom]).toEqual([undefined, undefined])
})

test('the stored list is restored by a reload, but not by a link that does not ask for it', () => {
  const listed: StoredWizard = { ...STORED_AT_CONTACT, view: 'list', listFrom: '2027-02-01' }
  expect(openWizard({ stored: listed })).toMatchObject({ view: 'list', listFrom: '2027-02-01' })
  const byLink = openWizard({ search: '?service=akupunktur', stored: listed })
  expect([byLink.view, byLink.listFrom]).toEqual(['calendar', undefined])
  const asked = openWizard({ search: '?view=list', stored: listed })
  expect([asked.view, asked.listFrom]).toEqual(['list', undefined])
})

test('a live hold is restored with the review', () => {
  const opened = openWizard({ hash: '#step-5', stored: storedInReview(SAMPLE_HOLD) })
  expect(opened).toMatchObject({ step: 5, hold: SAMPLE_HOLD })
})

test('an expired hold leads to the first step with a message', () => {
  const expired = { ...SAMPLE_HOLD, expiresAt: WIZARD_NOW.instant }
  expect(openWizard({ hash: '#step-5', stored: storedInReview(expired) })).toMatchObject({
    step: 1,
    hold: undefined,
    slot: undefined,
    notice: { tone: 'danger', text: HOLD_EXPIRED },
    serviceId: 'erstordination',
  })
})

test('a hold is dropped before step 4', () => {
  const opened = openWizard({ hash: '#step-2', stored: storedInReview(SAMPLE_HOLD) })
  expect(opened).toMatchObject({ step: 2, hold: undefined, notice: undefined })
})

test('a booking is restored at step 6 only', () => {
  expect(openWizard({ hash: '#step-6', stored: { booked: SAMPLE_BOOKED } })).toMatchObject({
    step: 6,
    booked: SAMPLE_BOOKED,
  })
  expect(openWizard({ stored: { booked: SAMPLE_BOOKED } })).toMatchObject({ step: 1, booked: undefined })
})
