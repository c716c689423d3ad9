import { expect, test } from 'vitest'
import { CONFIRM, REJECT } from './decision-text.ts'

test('a confirmation shows the note of the server, else the words of the specification', () => {
  expect(CONFIRM.success('ID', 'Termin war bereits bestätigt.')).toEqual({
    title: 'Termin war bereits bestätigt.',
  })
  for (const nothing of [undefined, ''])
    expect(CONFIRM.success('ID', nothing)).toEqual({
      title: 'Termin wurde bestätigt und der Patient informiert.',
    })
})

test('a rejection names the appointment, with the note of the server beside it', () => {
  expect(REJECT.success('ID', 'Termin wurde abgelehnt und der Patient informiert.')).toEqual({
    title: 'Storno bestätigt. (ID ID)',
    detail: 'Termin wurde abgelehnt und der Patient informiert.',
  })
  expect(REJECT.success('ID', undefined).title).toBe('Storno bestätigt. (ID ID)')
})

test('failures are the words of the specification', () => {
  expect(CONFIRM.failure).toBe('Bestätigung fehlgeschlagen.')
})
