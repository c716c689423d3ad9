import { expect, it } from 'vitest'
import { alertRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { requests } from './requests.ts'

/** The alerts while nine requests are open, some of them late or marked. */
const alertsOf = (late: number, marked: number) =>
  alertRows(requests.alerts?.({ count: 9, late, marked }, NOW))

it('late requests are an alert without an entry on the start page, which lists all requests', () => {
  expect(alertsOf(0, 0)).toEqual([])
  expect(alertsOf(1, 0)).toEqual([['warning', 'requests', '1 Anfrage wartet seit über 24 Stunden.']])
  expect(alertsOf(2, 0)).toEqual([['warning', 'requests', '2 Anfragen warten seit über 24 Stunden.']])
})

it.each([
  [1, '1 auffällige Anfrage wartet'],
  [7, '7 auffällige Anfragen warten'],
])('%i marked requests are an alert with an entry that leads to them', (count, text) => {
  expect(alertsOf(0, count)).toEqual([
    [
      'warning',
      'marked',
      `${text} auf der Übersicht.`,
      'Auffällige Anfragen',
      `${text}.`,
      '/admin?marked=reject',
    ],
  ])
})
