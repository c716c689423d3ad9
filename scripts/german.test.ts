import { describe, expect, it } from 'vitest'
import { isGerman } from './german.ts'

describe('German texts', () => {
  it.each([
    'Termin eintragen',
    'bis zum Beginn',
    '{…} Uhr',
    'Wählen Sie ab, was nicht passt.',
    'Wer wann was getan hat.',
  ])('include %j', (text) => {
    expect(isGerman(text)).toBe(true)
  })

  it.each(['flex-start', 'The database has no room.', 'Nothing was changed.', '{…}', 'no-print'])(
    'do not include %j',
    (text) => {
      expect(isGerman(text)).toBe(false)
    },
  )
})
