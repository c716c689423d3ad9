import { expect, it } from 'vitest'
import { NOW } from '../../testing/test-app.ts'
import { holdsCheck } from './holds.ts'

it('an alert warns as soon as strangers hold five times', () => {
  expect(holdsCheck.alerts?.(4, NOW)).toEqual([])
  expect(holdsCheck.alerts?.(5, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'holds',
      banner: '5 Zeiten sind gerade reserviert.',
      card: {
        title: '5 Zeiten sind gerade reserviert',
        detail:
          'Von E-Mail-Adressen ohne bestätigten Termin. Wer nicht fertig bucht, gibt seine Zeit von selbst wieder frei.',
        href: '/admin?holds=release',
      },
    },
  ])
})
