import { expect, it } from 'vitest'
import { NOW } from '../../testing/test-app.ts'
import { smsLimitCheck } from './sms-limit.ts'

const alertsOf = (sms: { count: number; cap: number }) => smsLimitCheck.alerts?.(sms, NOW)
const href = '/admin/settings/general'

it('there is no alert below four fifths of the monthly SMS, or without a limit', () => {
  expect(alertsOf({ count: 799, cap: 1000 })).toEqual([])
  expect(alertsOf({ count: 5000, cap: 0 })).toEqual([])
})

it('an alert warns from four fifths of the monthly SMS on', () => {
  expect(alertsOf({ count: 800, cap: 1000 })).toEqual([
    {
      level: 'warning',
      kind: 'sms-cap',
      banner: 'Diesen Monat sind 800 von 1000 SMS verbraucht.',
      card: { title: 'SMS bald verbraucht', detail: '800 von 1000 in diesem Monat', href },
    },
  ])
})

it('the alert is a danger once the monthly SMS are used up', () => {
  expect(alertsOf({ count: 1000, cap: 1000 })).toEqual([
    {
      level: 'danger',
      kind: 'sms-cap',
      banner: 'Die Grenze von 1000 SMS im Monat ist erreicht: Es gehen keine SMS mehr hinaus.',
      card: { title: 'Keine SMS mehr', detail: '1000 von 1000 in diesem Monat', href },
    },
  ])
})
