import { expect, it } from 'vitest'
import { alertRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { holds } from './holds.ts'

it('warns from five times on that strangers hold', () => {
  const told = (count: number) => alertRows(holds.alerts?.(count, NOW))
  expect(told(4)).toEqual([])
  expect(told(5)).toEqual([
    [
      ...['warning', 'holds', '5 Zeiten sind gerade reserviert.'],
      '5 Zeiten sind gerade reserviert',
      'Von E-Mail-Adressen ohne bestätigten Termin. Wer nicht fertig bucht, gibt seine Zeit von selbst wieder frei.',
      '/admin?holds=release',
    ],
  ])
})
