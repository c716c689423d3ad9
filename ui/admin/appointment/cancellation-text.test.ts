import { expect, test } from 'vitest'
import { cancellationText } from './cancellation-text.ts'

test('the text of a cancellation says who wished for it', () => {
  expect(cancellationText({ cancelled_by: 'patient', cancelled_ahead_min: 180 })).toBe(
    'von der Patientin oder dem Patienten, 3 Stunden vorher',
  )
  expect(cancellationText({ cancelled_by: 'practice', cancelled_ahead_min: 60 })).toBe(
    'von der Ordination, 1 Stunde vorher',
  )
})

test.each([
  [48 * 60, '2 Tage vorher'],
  [47 * 60, '47 Stunden vorher'],
  [59, '59 Minuten vorher'],
  [1, '1 Minute vorher'],
  [-5, 'nach dem Beginn'],
])('a cancellation %i minutes ahead was “%s”', (cancelled_ahead_min, when) => {
  expect(cancellationText({ cancelled_by: 'practice', cancelled_ahead_min })).toBe(
    `von der Ordination, ${when}`,
  )
})

test('the text for an appointment that was not cancelled is a dash', () => {
  expect(cancellationText({ cancelled_by: null, cancelled_ahead_min: null })).toBe('–')
  expect(cancellationText({})).toBe('–')
})
