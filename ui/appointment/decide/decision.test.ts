import { expect, test } from 'vitest'
import { CONFIRM, closedBy, REJECT } from './decision.ts'

test("a confirmation shows the server's note, else a default text", () => {
  expect(CONFIRM.success('ID', 'Termin war bereits bestätigt.')).toEqual({
    title: 'Termin war bereits bestätigt.',
  })
  for (const nothing of [undefined, ''])
    expect(CONFIRM.success('ID', nothing)).toEqual({
      title: 'Termin wurde bestätigt und der Patient informiert.',
    })
})

test("a rejection shows the appointment's id and the server's note", () => {
  expect(REJECT.success('ID', 'Termin wurde abgelehnt und der Patient informiert.')).toEqual({
    title: 'Storno bestätigt. (ID ID)',
    detail: 'Termin wurde abgelehnt und der Patient informiert.',
  })
  expect(REJECT.success('ID', undefined).title).toBe('Storno bestätigt. (ID ID)')
})

test('a link can decide a request until it expires', () => {
  expect(closedBy('requested', CONFIRM, false)).toBeUndefined()
  expect(closedBy('requested', CONFIRM, true)?.title).toBe('Dieser Link ist abgelaufen.')
})

test.each([
  ['confirmed', CONFIRM, 'good', 'Termin war bereits bestätigt.'],
  ['rejected', REJECT, 'good', 'Termin war bereits abgelehnt.'],
  ['rejected', CONFIRM, 'warning', 'Dieser Termin wurde bereits abgelehnt.'],
  ['confirmed', REJECT, 'warning', 'Dieser Termin wurde bereits bestätigt.'],
  ['cancelled', REJECT, 'warning', 'Dieser Termin wurde bereits storniert.'],
] as const)(
  'a link to a %s booking says so, whether or not the link has expired',
  (status, text, tone, title) => {
    expect(closedBy(status, text, false)).toMatchObject({ tone, title })
    expect(closedBy(status, text, true)).toMatchObject({ tone, title })
  },
)
