import { expect, it } from 'vitest'
import { alertRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { requests } from './requests.ts'

const told = (late: number, marked: number) => alertRows(requests.alerts?.({ count: 9, late, marked }, NOW))
const CARD = ['Auffällige Anfragen', '/admin?marked=reject'] as const

it('the alert of requests that wait for too long has no entry on the start page, which lists them', () => {
  expect(told(0, 0)).toEqual([])
  expect(told(1, 0)).toEqual([['warning', 'requests', '1 Anfrage wartet seit über 24 Stunden.']])
  expect(told(2, 0)).toEqual([['warning', 'requests', '2 Anfragen warten seit über 24 Stunden.']])
})

it.each([
  [1, '1 auffällige Anfrage wartet'],
  [7, '7 auffällige Anfragen warten'],
])('%i of them look as if a program had made them', (count, text) => {
  const [title, href] = CARD
  expect(told(0, count)).toEqual([
    ['warning', 'marked', `${text} auf der Übersicht.`, title, `${text}.`, href],
  ])
})
