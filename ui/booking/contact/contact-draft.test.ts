import { beforeEach, describe, expect, test } from 'vitest'
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
const DAY = 86_400_000

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
let memory: BrowserStorage

beforeEach(() => {
  tab = openStorage()
  device = openStorage()
  memory = { tab, device }
})

const newTab = (): BrowserStorage => ({ tab: openStorage(), device })

describe('a reload of the tab', () => {
  test('brings back every field but the social security number', () => {
    keepDraft(memory, draft, { onDevice: false, now })
    expect(recallDraft(memory, false, now)).toEqual({ ...draft, svn4: '' })
  })
  test('brings back a half-typed draft and a country that was not chosen', () => {
    const half = { ...EMPTY_CONTACT_DRAFT, firstName: 'R', birthDate: '1958--', country: '' }
    keepDraft(memory, half, { onDevice: false, now })
    expect(recallDraft(memory, false, now)).toEqual(half)
  })
  test('prefers what was typed here to what the device remembers', () => {
    keepDraft(newTab(), { ...draft, firstName: 'Rosalinde' }, { onDevice: true, now })
    keepDraft(memory, draft, { onDevice: false, now })
    expect(recallDraft(memory, true, now).firstName).toBe('Rosa')
  })
})

describe('the device', () => {
  test('remembers nothing unless asked', () => {
    keepDraft(memory, draft, { onDevice: false, now })
    expect(device.texts.size).toBe(0)
    expect(recallDraft(newTab(), false, now)).toEqual(EMPTY_CONTACT_DRAFT)
  })
  test('remembers for 180 days and then forgets', () => {
    keepDraft(memory, draft, { onDevice: true, now })
    expect(recallDraft(newTab(), true, now + 180 * DAY - 1)).toEqual({ ...draft, svn4: '' })
    expect(recallDraft(newTab(), true, now + 180 * DAY)).toEqual(EMPTY_CONTACT_DRAFT)
    expect(device.texts.size).toBe(0)
  })
  test('remembers also after the clock was put back', () => {
    keepDraft(memory, draft, { onDevice: true, now })
    expect(recallDraft(newTab(), true, now - 60_000).firstName).toBe('Rosa')
  })
  test('does not fill in anything once it is told not to remember', () => {
    keepDraft(memory, draft, { onDevice: true, now })
    expect(recallDraft(newTab(), false, now)).toEqual(EMPTY_CONTACT_DRAFT)
  })
  test('forgets at the press of a button and keeps what stands in the form', () => {
    keepDraft(memory, draft, { onDevice: true, now })
    forgetRemembered(memory)
    expect(device.texts.size).toBe(0)
    expect(recallDraft(memory, false, now).firstName).toBe('Rosa')
  })
  test('splits the single name that an older version stored', () => {
    const older = { name: 'Anna Maria von der Au', email: 'anna@au.example' }
    device.texts.set('ordi_contact', JSON.stringify(older))
    expect(recallDraft(memory, true, now)).toMatchObject({
      firstName: 'Anna Maria',
      lastName: 'von der Au',
      email: 'anna@au.example',
      country: 'AT',
    })
  })
  test('counts what an older version stored, which has no day, from the first use on', () => {
    const older = { name: 'Anna Maria von der Au', email: 'anna@au.example' }
    device.texts.set('ordi_contact', JSON.stringify(older))
    expect(recallDraft(memory, true, now - 179 * DAY).lastName).toBe('von der Au')
    expect(recallDraft(memory, true, now).lastName).toBe('von der Au')
  })
  test.each(['{', 'null', '[]', '{"savedAt":"gestern"}', '{"savedAt":9999999999999}'])(
    '%s counts as nothing',
    (text) => {
      device.texts.set('ordi_contact', text)
      expect(recallDraft(memory, true, now)).toEqual(EMPTY_CONTACT_DRAFT)
    },
  )
  test('values of a wrong type count as empty', () => {
    tab.texts.set(
      'ordi_draft',
      JSON.stringify({ firstName: 7, salutation: 'Dr.', svnMode: 'x', country: null }),
    )
    expect(recallDraft(memory, false, now)).toEqual({ ...EMPTY_CONTACT_DRAFT, country: '' })
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

  test('another person begins empty, at the same address, with the one before as the booker', () => {
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
  test('each of the two keeps an own address', () => {
    const elsewhere = { ...forChild, address: 'Andere Gasse 1', zip: '1010', city: 'Wien' }
    const back = changeForWhom(elsewhere, 'me', TODAY)
    expect([back.address, changeForWhom(back, 'child', TODAY).address]).toEqual([
      draft.address,
      'Andere Gasse 1',
    ])
  })
  test('a name that was corrected for the booker is the own one', () => {
    expect(changeForWhom({ ...forChild, bookerFirstName: 'Rosalinde' }, 'me', TODAY).firstName).toBe(
      'Rosalinde',
    )
  })
  test('child and relative are one person', () => {
    expect(changeForWhom(forChild, 'relative', TODAY)).toEqual({ ...forChild, forWhom: 'relative' })
  })
  test('a child whose data were typed as the own ones stays the patient', () => {
    const mistaken = { ...draft, ...child }
    expect(changeForWhom(mistaken, 'child', TODAY)).toEqual({ ...mistaken, forWhom: 'child' })
  })
  test('a reload keeps both persons, without their numbers', () => {
    keepDraft(memory, forChild, { onDevice: false, now })
    const number = { ...forChild.other, svn4: '' }
    expect(recallDraft(memory, false, now)).toEqual({ ...forChild, svn4: '', other: number })
  })
  test('the device remembers both, and a new booking is for oneself', () => {
    keepDraft(memory, forChild, { onDevice: true, now })
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
  ] as const)('is in no storage, given by %s', (svnMode, svn4) => {
    keepDraft(memory, { ...draft, svnMode, svn4 }, { onDevice: true, now })
    expect([...tab.texts.values(), ...device.texts.values()].join()).not.toContain('1238')
  })
})

describe('after the booking', () => {
  test('nothing is left', () => {
    keepDraft(memory, draft, { onDevice: true, now })
    tab.write(MAIL_SENT_KEY, '{}')
    forgetDraft(memory, false)
    expect([tab.texts.size, device.texts.size]).toEqual([0, 0])
  })
  test('only what the device remembers is left', () => {
    keepDraft(memory, draft, { onDevice: true, now })
    forgetDraft(memory, true)
    expect(tab.texts.size).toBe(0)
    expect(recallDraft(newTab(), true, now).lastName).toBe('Musterfrau')
  })
})
