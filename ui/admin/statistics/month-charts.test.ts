import { expect, test } from 'vitest'
import { sampleMonth } from '../../testing/sample-month.ts'
import { MONTH_CHARTS, totalOf } from './month-charts.ts'

test('the series of each chart add up to the total that the chart counts', () => {
  const totals = MONTH_CHARTS.map(({ title, series }) => [title, totalOf(series, sampleMonth())])
  expect(Object.fromEntries(totals)).toEqual({
    Buchungen: 10,
    'Nicht erschienen': 1,
    'Absagen: von wem': 4,
    'Absagen: wie lange vorher': 3,
    'Anfragen von Patienten': 6,
    'Zeit bis zur Antwort': 2.5,
    // The sample has no measurement of these days.
    'Tage im Voraus': 0,
    'Über die Warteliste vergeben': 2,
  })
})
