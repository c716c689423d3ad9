import { expect, test } from 'vitest'
import { openDevice } from '../../testing/memory-device.ts'
import {
  DRAFT_NOW,
  IN_TAB,
  NOT_REMEMBERED,
  ON_DEVICE,
  REMEMBERED,
  SAMPLE_DRAFT,
} from '../../testing/sample-draft.ts'
import { changeForWhom } from './contact-draft.ts'
import { keepDraft, recallDraft } from './draft-storage.ts'

const TODAY = '2027-01-07'
/** The fields about a seven-year-old child. */
const CHILD = {
  salutation: 'Herr',
  firstName: 'Max',
  lastName: 'Kindermann',
  birthDate: '2019-03-14',
  svn4: '1231',
} as const
/** The form after the mother has typed her own data, chosen her child as the patient, and typed his. */
const FOR_CHILD = { ...changeForWhom(SAMPLE_DRAFT, 'child', TODAY), ...CHILD }

test('another person starts empty, with the same address, and the previous person becomes the booker', () => {
  expect(changeForWhom(SAMPLE_DRAFT, 'relative', TODAY)).toMatchObject({
    firstName: '',
    birthDate: '',
    svn4: '',
    address: SAMPLE_DRAFT.address,
    email: SAMPLE_DRAFT.email,
    bookerFirstName: 'Rosa',
    bookerLastName: 'Musterfrau',
  })
})

test('the data typed for oneself and for the other person come back with the answer about who comes', () => {
  const forSelf = changeForWhom(FOR_CHILD, 'me', TODAY)
  expect(forSelf).toEqual({ ...SAMPLE_DRAFT, other: expect.objectContaining(CHILD) })
  expect(changeForWhom(forSelf, 'other', TODAY)).toEqual({ ...FOR_CHILD, forWhom: 'other' })
})

test('booker and patient each keep their own address', () => {
  const elsewhere = { ...FOR_CHILD, address: 'Andere Gasse 1', zip: '1010', city: 'Wien' }
  const forSelf = changeForWhom(elsewhere, 'me', TODAY)
  expect(forSelf.address).toBe(SAMPLE_DRAFT.address)
  expect(changeForWhom(forSelf, 'child', TODAY).address).toBe('Andere Gasse 1')
})

test("a correction of the booker's name stays when the booker is the patient again", () => {
  expect(changeForWhom({ ...FOR_CHILD, bookerFirstName: 'Rosalinde' }, 'me', TODAY).firstName).toBe(
    'Rosalinde',
  )
})

test('a change from child to relative keeps the typed person', () => {
  expect(changeForWhom(FOR_CHILD, 'relative', TODAY)).toEqual({ ...FOR_CHILD, forWhom: 'relative' })
})

test('a child whose data were typed under "Für mich" stays the patient', () => {
  const mistaken = { ...SAMPLE_DRAFT, ...CHILD }
  expect(changeForWhom(mistaken, 'child', TODAY)).toEqual({ ...mistaken, forWhom: 'child' })
})

test('a reload keeps both persons, without their social security numbers', () => {
  const { storage } = openDevice()
  keepDraft(storage, FOR_CHILD, IN_TAB)
  const booker = { ...FOR_CHILD.other, svn4: '' }
  expect(recallDraft(storage, NOT_REMEMBERED, DRAFT_NOW)).toEqual({ ...FOR_CHILD, svn4: '', other: booker })
})

test('the device remembers both persons, and a new booking is for oneself', () => {
  const { allTexts, openOtherTab, storage } = openDevice()
  keepDraft(storage, FOR_CHILD, ON_DEVICE)
  const recalled = recallDraft(openOtherTab(), REMEMBERED, DRAFT_NOW)
  expect(recalled).toMatchObject({ forWhom: 'me', firstName: 'Rosa', birthDate: '1958-03-14' })
  expect(changeForWhom(recalled, 'child', TODAY)).toMatchObject({ ...CHILD, svn4: '' })
  for (const number of [SAMPLE_DRAFT.svn4, CHILD.svn4]) expect(allTexts()).not.toContain(number)
})
