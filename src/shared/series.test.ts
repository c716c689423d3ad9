import { expect, it } from 'vitest'
import { seriesText } from './series.ts'

it('the text names the place in a series, and is empty for a single appointment', () => {
  expect([seriesText({ position: 3, count: 6 }), seriesText(undefined)]).toEqual(['3 von 6', ''])
})
