import { expect, test } from 'vitest'
import { closedBy } from './closed.ts'
import { CONFIRM, REJECT } from './decision-text.ts'

test('a request is open until the link expires', () => {
  expect(closedBy('requested', CONFIRM, false)).toBeUndefined()
  expect(closedBy('requested', CONFIRM, true)?.title).toBe('Dieser Link ist abgelaufen.')
})

test('a link that is opened after its own decision says that all is done', () => {
  expect(closedBy('confirmed', CONFIRM, false)).toMatchObject({
    tone: 'good',
    title: 'Termin war bereits bestätigt.',
  })
  expect(closedBy('rejected', REJECT, false)?.title).toBe('Termin war bereits abgelehnt.')
})

test('a link that is opened after another decision says which one', () => {
  expect(closedBy('rejected', CONFIRM, false)).toMatchObject({
    tone: 'warning',
    title: 'Dieser Termin wurde bereits abgelehnt.',
  })
  expect(closedBy('confirmed', REJECT, false)?.title).toBe('Dieser Termin wurde bereits bestätigt.')
  expect(closedBy('cancelled', REJECT, false)?.title).toBe('Dieser Termin wurde bereits storniert.')
})

test('a decision counts more than the time', () => {
  expect(closedBy('confirmed', CONFIRM, true)?.title).toBe('Termin war bereits bestätigt.')
})
