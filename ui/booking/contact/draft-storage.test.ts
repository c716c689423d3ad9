import { describe, expect, test } from 'vitest'
import { REMEMBERED_DAYS } from '../../../src/shared/contact/contact.ts'
import { DAY_LENGTH } from '../../../src/shared/day.ts'
import { MAIL_SENT_KEY } from '../../patient/browser-storage.ts'
import { openDevice } from '../../testing/memory-device.ts'
import {
  DRAFT_FOR_CHILD,
  DRAFT_NOW,
  DRAFT_TODAY,
  IN_TAB,
  NOT_REMEMBERED,
  ON_DEVICE,
  REMEMBERED,
  SAMPLE_CHILD,
  SAMPLE_DRAFT,
} from '../../testing/sample-draft.ts'
import { changeForWhom, EMPTY_CONTACT_DRAFT } from './contact-draft.ts'
import { forgetDeviceDraft, forgetDraft, keepDraft, recallDraft } from './draft-storage.ts'

/** The keys under which a tab and the device store the contact. */
const TAB_KEY = 'ordi_draft'
const DEVICE_KEY = 'ordi_contact'

/** A contact as an older version stored it: with a single name, and without the time of storing. */
const OLDER_CONTACT = { name: 'Anna Maria von der Au', email: 'anna@au.example' }

describe('a reload of the tab', () => {
  test('restores every field except the social security number', () => {
    const { storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, IN_TAB)
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual({ ...SAMPLE_DRAFT, svn4: '' })
  })

  test('restores a half-typed draft and an empty country', () => {
    const { storage } = openDevice()
    const halfTyped = { ...EMPTY_CONTACT_DRAFT, firstName: 'R', birthDate: '1958--', country: '' }
    keepDraft(storage, halfTyped, IN_TAB)
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual(halfTyped)
  })

  test('restores booker and patient, without their social security numbers', () => {
    const { storage } = openDevice()
    keepDraft(storage, DRAFT_FOR_CHILD, IN_TAB)
    const booker = { ...DRAFT_FOR_CHILD.other, svn4: '' }
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual({
      ...DRAFT_FOR_CHILD,
      svn4: '',
      other: booker,
    })
  })

  test("prefers the tab's own draft to the device's copy", () => {
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

  test('remembers booker and patient, and a new booking is for oneself', () => {
    const { allTexts, openOtherTab, storage } = openDevice()
    keepDraft(storage, DRAFT_FOR_CHILD, ON_DEVICE)
    const recalled = recallDraft(openOtherTab(), REMEMBERED, DRAFT_NOW)
    expect(recalled).toMatchObject({ forWhom: 'me', firstName: 'Rosa', birthDate: '1958-03-14' })
    expect(changeForWhom(recalled, 'child', DRAFT_TODAY)).toMatchObject({ ...SAMPLE_CHILD, svn4: '' })
    for (const number of [SAMPLE_DRAFT.svn4, SAMPLE_CHILD.svn4]) expect(allTexts()).not.toContain(number)
  })

  test('remembers even after the clock was put back', () => {
    const { openOtherTab, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    expect(recallDraft(openOtherTab(), REMEMBERED, DRAFT_NOW - 60_000).firstName).toBe('Rosa')
  })

  test('fills in nothing once it is told not to remember the contact', () => {
    const { openOtherTab, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    expect(recallDraft(openOtherTab(), NOT_REMEMBERED, DRAFT_NOW)).toEqual(EMPTY_CONTACT_DRAFT)
  })

  test('forgets the contact at the press of a button, but keeps the form as it is', () => {
    const { deviceTexts, storage } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    forgetDeviceDraft(storage)
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

  test('keeps the copy of an older version, which has no time, for the full period from its first use', () => {
    const { deviceTexts, storage } = openDevice()
    deviceTexts.set(DEVICE_KEY, JSON.stringify(OLDER_CONTACT))
    const firstUse = DRAFT_NOW
    const lastDay = firstUse + (REMEMBERED_DAYS - 1) * DAY_LENGTH
    for (const now of [firstUse, lastDay])
      expect(recallDraft(storage, REMEMBERED, now).lastName).toBe('von der Au')
  })

  test.each([
    { fault: 'torn JSON', text: '{' },
    { fault: 'no object', text: 'null' },
    { fault: 'a list', text: '[]' },
    { fault: 'a time that is no number', text: '{"savedAt":"gestern"}' },
    { fault: 'a time far ahead', text: '{"savedAt":9999999999999}' },
  ])('treats $fault as if nothing were stored: $text', ({ text }) => {
    const { deviceTexts, storage } = openDevice()
    deviceTexts.set(DEVICE_KEY, text)
    expect(recallDraft(storage, REMEMBERED, DRAFT_NOW)).toEqual(EMPTY_CONTACT_DRAFT)
  })

  test('treats values of a wrong type as empty', () => {
    const { storage, tabTexts } = openDevice()
    tabTexts.set(TAB_KEY, JSON.stringify({ firstName: 7, salutation: 'Dr.', svnMode: 'x', country: null }))
    expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual({ ...EMPTY_CONTACT_DRAFT, country: '' })
  })
})

describe('the social security number', () => {
  test.each([
    { typed: 'its four-digit key', svnMode: 'key', svn4: SAMPLE_DRAFT.svn4 },
    { typed: 'all ten digits', svnMode: 'full', svn4: `${SAMPLE_DRAFT.svn4}140358` },
  ] as const)('is in no storage after the patient has typed $typed', ({ svnMode, svn4 }) => {
    const { allTexts, storage } = openDevice()
    keepDraft(storage, { ...SAMPLE_DRAFT, svnMode, svn4 }, ON_DEVICE)
    expect(allTexts()).toContain(SAMPLE_DRAFT.lastName)
    expect(allTexts()).not.toContain(SAMPLE_DRAFT.svn4)
  })
})

describe('after the booking', () => {
  test('nothing stays stored unless the device remembers', () => {
    const { deviceTexts, storage, tabTexts } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    storage.tab.write(MAIL_SENT_KEY, '{}')
    forgetDraft(storage, NOT_REMEMBERED)
    expect(tabTexts.size).toBe(0)
    expect(deviceTexts.size).toBe(0)
  })

  test("only the device's copy stays stored", () => {
    const { openOtherTab, storage, tabTexts } = openDevice()
    keepDraft(storage, SAMPLE_DRAFT, ON_DEVICE)
    forgetDraft(storage, REMEMBERED)
    expect(tabTexts.size).toBe(0)
    expect(recallDraft(openOtherTab(), REMEMBERED, DRAFT_NOW).lastName).toBe('Musterfrau')
  })
})
