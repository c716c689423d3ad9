import { expect, test } from 'vitest'
import { DRAFT_FOR_CHILD, DRAFT_TODAY, SAMPLE_CHILD, SAMPLE_DRAFT } from '../../testing/sample-draft.ts'
import { changeForWhom } from './contact-draft.ts'

test('another person starts empty, with the same address, and the previous person becomes the booker', () => {
  expect(changeForWhom(SAMPLE_DRAFT, 'relative', DRAFT_TODAY)).toMatchObject({
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
  const forSelf = changeForWhom(DRAFT_FOR_CHILD, 'me', DRAFT_TODAY)
  expect(forSelf).toEqual({ ...SAMPLE_DRAFT, other: expect.objectContaining(SAMPLE_CHILD) })
  expect(changeForWhom(forSelf, 'other', DRAFT_TODAY)).toEqual({ ...DRAFT_FOR_CHILD, forWhom: 'other' })
})

test('booker and patient each keep their own address', () => {
  const elsewhere = { ...DRAFT_FOR_CHILD, address: 'Andere Gasse 1', zip: '1010', city: 'Wien' }
  const forSelf = changeForWhom(elsewhere, 'me', DRAFT_TODAY)
  expect(forSelf.address).toBe(SAMPLE_DRAFT.address)
  expect(changeForWhom(forSelf, 'child', DRAFT_TODAY).address).toBe('Andere Gasse 1')
})

test("a correction of the booker's name stays when the booker is the patient again", () => {
  expect(
    changeForWhom({ ...DRAFT_FOR_CHILD, bookerFirstName: 'Rosalinde' }, 'me', DRAFT_TODAY).firstName,
  ).toBe('Rosalinde')
})

test('a change from child to relative keeps the typed person', () => {
  expect(changeForWhom(DRAFT_FOR_CHILD, 'relative', DRAFT_TODAY)).toEqual({
    ...DRAFT_FOR_CHILD,
    forWhom: 'relative',
  })
})

test('a child whose data were typed under "Für mich" stays the patient', () => {
  const mistaken = { ...SAMPLE_DRAFT, ...SAMPLE_CHILD }
  expect(changeForWhom(mistaken, 'child', DRAFT_TODAY)).toEqual({ ...mistaken, forWhom: 'child' })
})
