import { describe, expect, test } from 'vitest'
import { REMEMBERED_DAYS } from '../../../src/shared/contact/contact.ts'
import { DAY_LENGTH } from '../../../src/shared/day.ts'
import { MAIL_SENT_KEY } from '../../patient/browser-storage.ts'
import { openDevice } from '../../testing/memory-device.ts'
import {
  DRAFT_NOW,
  IN_TAB,
  NOT_REMEMBERED,
  ON_DEVICE,
  REMEMBERED,
  SAMPLE_DRAFT,
} from '../../testing/sample-draft.ts'
import { EMPTY_CONTACT_DRAFT } from './contact-draft.ts'
import { forgetDraft, forgetRemembered, keepDraft, recallDraft } from './draft-storage.ts'

/** The keys under which a tab and the device store the contact. */
const TAB_KEY = 'ordi_draft'
const DEVICE_KEY = 'ordi_contact'

/** A contact as an older version stored it: with one name, and without the day on which it was stored. */
const OLDER_CONTACT = { name: 'Anna Maria von der Au', email: 'anna@au.example' }

describe('a reload of the tab', () => {
  test('brings back every field but the social security number', () => {
    const { storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, IN_TAB)
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual({ ...SAMPLE_DRAFT, svn4: '' })
  })
  test('brings back a half-typed draft and a country that was not chosen', () => {
    const { storage } = openDevice()
    const halfTyped = { ...EMPTY_CONTACT_DRAFT, firstName: 'R', birthDate: '1958--', country: '' }
    keepDraft(storage, halfTyped, IN_TAB)
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual(halfTyped)
  })
  test('prefers what was typed here to what the device remembers', () => {
    const { openOtherTab, storage } = openDevice()
    keepDraft(openOtherTab(), { ...SAMPLE_DRAFT, firstName: 'Rosalinde' }, ON_DEVICE)
    keepDraft(storage, SAMPLE_DRAFT, IN_TAB)
    expect(recallDraft(storage, REMEMBERED, DRAFT_NOW).firstName).toBe('Rosa')
  })
})

describe('the device', () => {
  test('remembers nothing unless asked', () => {
    const { deviceTexts, openOtherTab, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, IN_TAB)
    expect(deviceTexts.size).toBe(0)
    expect(recallDraft(openOtherTab(), NOT_REMEMBERED, DRAFT_NOW)).toEqual(EMPTY_CONTACT_DRAFT)
  })
  test('remembers for a fixed number of days and then forgets', () => {
    const { deviceTexts, openOtherTab, storage } = openDevice()
    const forgottenAt = DRAFT_NOW + REMEMBERED_DAYS * DAY_LENGTH
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    expect(recallDraft(openOtherTab(), REMEMBERED, forgottenAt - 1)).toEqual({ ...SAMPLE_DRAFT, svn4: '' })
    expect(recallDraft(openOtherTab(), REMEMBERED, forgottenAt)).toEqual(EMPTY_CONTACT_DRAFT)
    expect(deviceTexts.size).toBe(0)
  })
  test('remembers also after the clock was put back', () => {
    const { openOtherTab, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    expect(recallDraft(openOtherTab(), REMEMBERED, DRAFT_NOW - 60_000).firstName).toBe('Rosa')
  })
  test('does not fill in anything once it is told not to remember', () => {
    const { openOtherTab, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    expect(recallDraft(openOtherTab(), NOT_REMEMBERED, DRAFT_NOW)).toEqual(EMPTY_CONTACT_DRAFT)
  })
  test('forgets at the press of a button and keeps what stands in the form', () => {
    const { deviceTexts, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    forgetRemembered(storage)
    expect(deviceTexts.size).toBe(0)
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW).firstName).toBe('Rosa')
  })
  test('splits the single name that an older version stored', () => {
    const { deviceTexts, storage } = openDevice()
    deviceTexts.set(DEVICE_KEY, JSON.stringify(OLDER_CONTACT))
    expect(recallDraft(storage, REMEMBERED, DRAFT_NOW)).toMatchObject({
      firstName: 'Anna Maria',
      lastName: 'von der Au',
      email: 'anna@au.example',
      country: 'AT',
    })
  })
  test('counts what an older version stored, which has no day, from the first use on', () => {
    const { deviceTexts, storage } = openDevice()
    deviceTexts.set(DEVICE_KEY, JSON.stringify(OLDER_CONTACT))
    const firstUse = DRAFT_NOW
    const lastDay = firstUse + (REMEMBERED_DAYS - 1) * DAY_LENGTH
    for (const now of [firstUse, lastDay])
      expect(recallDraft(storage, REMEMBERED, now).lastName).toBe('von der Au')
  })
  test.each(['{', 'null', '[]', '{"savedAt":"gestern"}', '{"savedAt":9999999999999}'])(
    'takes %s for nothing stored',
    (text) => {
      const { deviceTexts, storage } = openDevice()
      deviceTexts.set(DEVICE_KEY, text)
      expect(recallDraft(storage, REMEMBERED, DRAFT_NOW)).toEqual(EMPTY_CONTACT_DRAFT)
    },
  )
  test('takes values of a wrong type for empty ones', () => {
    const { storage, tabTexts } = openDevice()
    tabTexts.set(TAB_KEY, JSON.stringify({ firstName: 7, salutation: 'Dr.', svnMode: 'x', country: null }))
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual({ ...EMPTY_CONTACT_DRAFT, country: '' })
  })
})

describe('the social security number', () => {
  test.each([
    { typed: 'its four-digit key', svnMode: 'key', svn4: '1238' },
    { typed: 'all ten digits', svnMode: 'full', svn4: '1238140358' },
  ] as const)('is in no storage after the patient has typed $typed', ({ svnMode, svn4 }) => {
    const { allTexts, storage } = openDevice()
    keepDraft(storage, { ...SAMPLE_DRAFT, svnMode, svn4 }, ON_DEVICE)
    expect(allTexts()).not.toContain('1238')
  })
})

describe('after the booking', () => {
  test('nothing is left where the device does not remember', () => {
    const { deviceTexts, storage, tabTexts } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    storage.tab.write(MAIL_SENT_KEY, '{}')
    forgetDraft(storage, NOT_REMEMBERED)
    expect(tabTexts.size).toBe(0)
    expect(deviceTexts.size).toBe(0)
  })
  test('only what the device remembers is left', () => {
    const { openOtherTab, storage, tabTexts } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    forgetDraft(storage, REMEMBERED)
    expect(tabTexts.size).toBe(0)
    expect(recallDraft(openOtherTab(), REMEMBERED, DRAFT_NOW).lastName).toBe('Musterfrau')
  })
})
