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
  { minutes: 48 * 60, text: '2 Tage vorher' },
  { minutes: 47 * 60, text: '47 Stunden vorher' },
  { minutes: 59, text: '59 Minuten vorher' },
  { minutes: 1, text: '1 Minute vorher' },
  { minutes: -5, text: 'nach dem Beginn' },
])('a cancellation $minutes minutes ahead was “$text”', ({ minutes, text }) => {
  expect(cancellationText({ cancelled_by: 'practice', cancelled_ahead_min: minutes })).toBe(
    `von der Ordination, ${text}`,
  )
})

test('the text for an appointment that was not cancelled is a dash', () => {
  expect(cancellationText({ cancelled_by: null, cancelled_ahead_min: null })).toBe('–')
  expect(cancellationText({})).toBe('–')
})
