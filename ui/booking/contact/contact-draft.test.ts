import { beforeEach, describe, expect, test } from 'vitest'
import { REMEMBERED_DAYS } from '../../../src/shared/contact/contact.ts'
import { DAY_LENGTH } from '../../../src/shared/day.ts'
import type { BrowserStorage, SafeStorage } from '../../patient/browser-storage.ts'
import { MAIL_SENT_KEY } from '../../patient/browser-storage.ts'
import {
  type ContactDraft,
  changeForWhom,
  EMPTY_CONTACT_DRAFT,
  forgetDraft,
  forgetRemembered,
  keepDraft,
  recallDraft,
} from './contact-draft.ts'

const now = Date.parse('2027-01-07T12:40:00Z')

const draft: ContactDraft = {
  ...EMPTY_CONTACT_DRAFT,
  salutation: 'Frau',
  firstName: 'Rosa',
  lastName: 'Musterfrau',
  email: 'rosa@musterfrau.example',
  mobile: '+43 660 0000012',
  address: 'Erfundene Gasse 7',
  zip: '6850',
  city: 'Dornbirn',
  country: 'AT',
  birthDate: '1958-03-14',
  svn4: '1238',
  svnMode: 'key',
  reminderBySms: true,
}

/** The keys under which a tab and the device store the contact. */
const TAB_KEY = 'ordi_draft'
const DEVICE_KEY = 'ordi_contact'

/** A contact as an older version stored it: with one name, and without the day on which it was stored. */
const OLDER_CONTACT = { name: 'Anna Maria von der Au', email: 'anna@au.example' }

/** A storage in memory, whose texts can be read. */
function openStorage(): SafeStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    read: (key) => texts.get(key) ?? null,
    write: (key, text) => void (text === undefined ? texts.delete(key) : texts.set(key, text)),
  }
}

let tab: ReturnType<typeof openStorage>
let device: ReturnType<typeof openStorage>
let storage: BrowserStorage

beforeEach(() => {
  tab = openStorage()
  device = openStorage()
  storage = { tab, device }
})

/** Opens another tab of the same device. */
const newTab = (): BrowserStorage => ({ tab: openStorage(), device })

describe('a reload of the tab', () => {
  test('brings back every field but the social security number', () => {
    keepDraft(storage, draft, { onDevice: false, now })
    expect(recallDraft(storage, false, now)).toEqual({ ...draft, svn4: '' })
  })
  test('brings back a half-typed draft and a country that was not chosen', () => {
    const half = { ...EMPTY_CONTACT_DRAFT, firstName: 'R', birthDate: '1958--', country: '' }
    keepDraft(storage, half, { onDevice: false, now })
    expect(recallDraft(storage, false, now)).toEqual(half)
  })
  test('prefers what was typed here to what the device remembers', () => {
    keepDraft(newTab(), { ...draft, firstName: 'Rosalinde' }, { onDevice: true, now })
    keepDraft(storage, draft, { onDevice: false, now })
    expect(recallDraft(storage, true, now).firstName).toBe('Rosa')
  })
})

describe('the device', () => {
  test('remembers nothing unless asked', () => {
    keepDraft(storage, draft, { onDevice: false, now })
    expect(device.texts.size).toBe(0)
    expect(recallDraft(newTab(), false, now)).toEqual(EMPTY_CONTACT_DRAFT)
  })
  test('remembers for a fixed number of days and then forgets', () => {
    keepDraft(storage, draft, { onDevice: true, now })
    expect(recallDraft(newTab(), true, now + REMEMBERED_DAYS * DAY_LENGTH - 1)).toEqual({
      ...draft,
      svn4: '',
    })
    expect(recallDraft(newTab(), true, now + REMEMBERED_DAYS * DAY_LENGTH)).toEqual(EMPTY_CONTACT_DRAFT)
    expect(device.texts.size).toBe(0)
  })
  test('remembers also after the clock was put back', () => {
    keepDraft(storage, draft, { onDevice: true, now })
    expect(recallDraft(newTab(), true, now - 60_000).firstName).toBe('Rosa')
  })
  test('does not fill in anything once it is told not to remember', () => {
    keepDraft(storage, draft, { onDevice: true, now })
    expect(recallDraft(newTab(), false, now)).toEqual(EMPTY_CONTACT_DRAFT)
  })
  test('forgets at the press of a button and keeps what stands in the form', () => {
    keepDraft(storage, draft, { onDevice: true, now })
    forgetRemembered(storage)
    expect(device.texts.size).toBe(0)
    expect(recallDraft(storage, false, now).firstName).toBe('Rosa')
  })
  test('splits the single name that an older version stored', () => {
    device.texts.set(DEVICE_KEY, JSON.stringify(OLDER_CONTACT))
    expect(recallDraft(storage, true, now)).toMatchObject({
      firstName: 'Anna Maria',
      lastName: 'von der Au',
      email: 'anna@au.example',
      country: 'AT',
    })
  })
  test('counts what an older version stored, which has no day, from the first use on', () => {
    device.texts.set(DEVICE_KEY, JSON.stringify(OLDER_CONTACT))
    expect(recallDraft(storage, true, now - (REMEMBERED_DAYS - 1) * DAY_LENGTH).lastName).toBe('von der Au')
    expect(recallDraft(storage, true, now).lastName).toBe('von der Au')
  })
  test.each(['{', 'null', '[]', '{"savedAt":"gestern"}', '{"savedAt":9999999999999}'])(
    'takes %s for nothing stored',
    (text) => {
      device.texts.set(DEVICE_KEY, text)
      expect(recallDraft(storage, true, now)).toEqual(EMPTY_CONTACT_DRAFT)
    },
  )
  test('takes values of a wrong type for empty ones', () => {
    tab.texts.set(TAB_KEY, JSON.stringify({ firstName: 7, salutation: 'Dr.', svnMode: 'x', country: null }))
    expect(recallDraft(storage, false, now)).toEqual({ ...EMPTY_CONTACT_DRAFT, country: '' })
  })
})

describe('for whom the appointment is', () => {
  const TODAY = '2027-01-07'
  const child = {
    salutation: 'Herr',
    firstName: 'Max',
    lastName: 'Kindermann',
    birthDate: '2019-03-14',
    svn4: '1231',
  } as const
  const forChild = { ...changeForWhom(draft, 'child', TODAY), ...child }

  test('another person begins empty, at the same address, and the person who typed becomes the booker', () => {
    expect(changeForWhom(draft, 'relative', TODAY)).toMatchObject({
      firstName: '',
      birthDate: '',
      svn4: '',
      address: draft.address,
      email: draft.email,
      bookerFirstName: 'Rosa',
      bookerLastName: 'Musterfrau',
    })
  })
  test('what was typed for oneself and for the other person comes back', () => {
    const back = changeForWhom(forChild, 'me', TODAY)
    expect(back).toEqual({ ...draft, other: expect.objectContaining(child) })
    expect(changeForWhom(back, 'other', TODAY)).toEqual({ ...forChild, forWhom: 'other' })
  })
  test('booker and patient each keep their own address', () => {
    const elsewhere = { ...forChild, address: 'Andere Gasse 1', zip: '1010', city: 'Wien' }
    const back = changeForWhom(elsewhere, 'me', TODAY)
    expect([back.address, changeForWhom(back, 'child', TODAY).address]).toEqual([
      draft.address,
      'Andere Gasse 1',
    ])
  })
  test("a correction of the booker's name stays when the booker is the patient again", () => {
    expect(changeForWhom({ ...forChild, bookerFirstName: 'Rosalinde' }, 'me', TODAY).firstName).toBe(
      'Rosalinde',
    )
  })
  test('a change from child to relative keeps the typed person', () => {
    expect(changeForWhom(forChild, 'relative', TODAY)).toEqual({ ...forChild, forWhom: 'relative' })
  })
  test('a child whose data were typed as the own ones stays the patient', () => {
    const mistaken = { ...draft, ...child }
    expect(changeForWhom(mistaken, 'child', TODAY)).toEqual({ ...mistaken, forWhom: 'child' })
  })
  test('a reload keeps both persons, without their numbers', () => {
    keepDraft(storage, forChild, { onDevice: false, now })
    const number = { ...forChild.other, svn4: '' }
    expect(recallDraft(storage, false, now)).toEqual({ ...forChild, svn4: '', other: number })
  })
  test('the device remembers both, and a new booking is for oneself', () => {
    keepDraft(storage, forChild, { onDevice: true, now })
    const recalled = recallDraft(newTab(), true, now)
    expect(recalled).toMatchObject({ forWhom: 'me', firstName: 'Rosa', birthDate: '1958-03-14' })
    expect(changeForWhom(recalled, 'child', TODAY)).toMatchObject({ ...child, svn4: '' })
    expect([...tab.texts.values(), ...device.texts.values()].join()).not.toMatch(/1231|1238/)
  })
})

describe('the social security number', () => {
  test.each([
    ['key', '1238'],
    ['full', '1238140358'],
  ] as const)('is in no storage when the form is in the mode %s', (svnMode, svn4) => {
    keepDraft(storage, { ...draft, svnMode, svn4 }, { onDevice: true, now })
    expect([...tab.texts.values(), ...device.texts.values()].join()).not.toContain('1238')
  })
})

describe('after the booking', () => {
  test('nothing is left', () => {
    keepDraft(storage, draft, { onDevice: true, now })
    tab.write(MAIL_SENT_KEY, '{}')
    forgetDraft(storage, false)
    expect([tab.texts.size, device.texts.size]).toEqual([0, 0])
  })
  test('only what the device remembers is left', () => {
    keepDraft(storage, draft, { onDevice: true, now })
    forgetDraft(storage, true)
    expect(tab.texts.size).toBe(0)
    expect(recallDraft(newTab(), true, now).lastName).toBe('Musterfrau')
  })
})
