import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { firstWaitingDraft, keepWishes, type WishesInput } from './wishes-draft.ts'

const FORM: WishesInput = {
  target: { service_id: 'facial' },
  entry: undefined,
  weekdays: [1, 2],
  resources: undefined,
}

/** The texts that the tab has stored. */
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the wishes that a tab has kept', () => {
  test('fill the form for the same subject, and no other form', () => {
    const typed = { ...firstWaitingDraft(FORM), weekdays: ['2'], email: 'rosa@beispiel.example' }
    keepWishes(FORM, typed)
    expect(firstWaitingDraft(FORM)).toEqual(typed)
    expect(firstWaitingDraft({ ...FORM, target: { service_id: 'akupunktur' } }).email).toBe('')
  })

  test.each([
    5,
    'x',
    [],
    {},
    { weekdays: 5 },
    {
      not_before: null,
      not_after: '2027-01-12',
      weekdays: ['1'],
      parts: ['morning'],
      email: '',
      resource: null,
    },
    { not_before: '', not_after: '2027-01-12', weekdays: [1], parts: [], email: '', resource: null },
    { not_before: '', not_after: '2027-01-12', weekdays: [], parts: [], email: '' },
  ])('are ignored in the form %j, which this version does not write', (draft) => {
    const untouched = firstWaitingDraft(FORM)
    keepWishes(FORM, draft as never)
    expect(firstWaitingDraft(FORM)).toEqual(untouched)
  })
})
