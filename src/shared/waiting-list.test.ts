import { expect, it } from 'vitest'
import { dayPartOf } from './waiting-list.ts'

it('the afternoon begins at noon', () => {
  expect(['00:00', '11:59', '12:00', '23:59'].map(dayPartOf)).toEqual([
    'morning',
    'morning',
    'afternoon',
    'afternoon',
  ])
})
