import { describe, expect, it } from 'vitest'
import { errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

describe('a setting of the practice', () => {
  it('is stored without surrounding spaces', () => {
    expect(storedSetting('practice', 'name', ' Ordination ')).toBe('Ordination')
  })

  it('may be an empty e-mail address, but not an invalid one', () => {
    expect(storedSetting('practice', 'mail', '')).toBe('')
    expect(errorsOfSetting('practice', 'mail', 'praxis@')).toEqual({
      mail: 'Bitte eine gültige E-Mail-Adresse angeben.',
    })
  })
})
