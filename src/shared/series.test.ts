import { expect, it } from 'vitest'
import { seriesText } from './series.ts'

it('an appointment of a series has its place, a single one none', () => {
  expect([seriesText({ position: 3, count: 6 }), seriesText(undefined)]).toEqual(['3 von 6', ''])
})
