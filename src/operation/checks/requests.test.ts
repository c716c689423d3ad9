import { expect, it } from 'vitest'
import { NOW } from '../../testing/test-app.ts'
import { requestsCheck } from './requests.ts'

/** Returns the alerts while nine requests are open, of which so many are late or marked. */
const alertsOf = (counts: { late?: number; marked?: number }) =>
  requestsCheck.alerts?.({ count: 9, late: 0, marked: 0, ...counts }, NOW)

it('open requests alone cause no alert', () => {
  expect(alertsOf({})).toEqual([])
})

it.each([
  { late: 1, banner: '1 Anfrage wartet seit über 24 Stunden.' },
  { late: 2, banner: '2 Anfragen warten seit über 24 Stunden.' },
])(
  '$late late requests are an alert without a card on the start page, which lists all of them',
  ({ late, banner }) => {
    expect(alertsOf({ late })).toEqual([{ level: 'warning', kind: 'requests', banner }])
  },
)

it.each([
  { marked: 1, text: '1 auffällige Anfrage wartet' },
  { marked: 7, text: '7 auffällige Anfragen warten' },
])('$marked marked requests are an alert with a card that leads to them', ({ marked, text }) => {
  expect(alertsOf({ marked })).toEqual([
    {
      level: 'warning',
      kind: 'marked',
      banner: `${text} auf der Übersicht.`,
      card: { title: 'Auffällige Anfragen', detail: `${text}.`, href: '/admin?marked=reject' },
    },
  ])
})
