import { expect, it } from 'vitest'
import { alertRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { smsLimit } from './sms-limit.ts'

const told = (count: number, cap: number) => alertRows(smsLimit.alerts?.({ count, cap }, NOW))
const GENERAL = '/admin/settings/general'

it('warns from four fifths of the monthly SMS on, and there is danger when they are used up', () => {
  expect(told(5000, 0)).toEqual([])
  expect(told(799, 1000)).toEqual([])
  expect(told(800, 1000)).toEqual([
    [
      ...['warning', 'sms-cap', 'Diesen Monat sind 800 von 1000 SMS verbraucht.'],
      ...['SMS bald verbraucht', '800 von 1000 in diesem Monat', GENERAL],
    ],
  ])
  expect(told(1000, 1000)).toEqual([
    [
      ...[
        'danger',
        'sms-cap',
        'Die Grenze von 1000 SMS im Monat ist erreicht: Es gehen keine SMS mehr hinaus.',
      ],
      ...['Keine SMS mehr', '1000 von 1000 in diesem Monat', GENERAL],
    ],
  ])
})
