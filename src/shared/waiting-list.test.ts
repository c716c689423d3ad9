import { expect, it } from 'vitest'
import { dayPartOf } from './waiting-list.ts'

it('the afternoon begins at noon', () => {
  for (const time of ['00:00', '11:59']) expect(dayPartOf(time)).toBe('morning')
  for (const time of ['12:00', '23:59']) expect(dayPartOf(time)).toBe('afternoon')
})
