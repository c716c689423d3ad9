import { expect, test } from 'vitest'
import { CONFIRM_TEXTS, REJECT_TEXTS } from './decision-texts.ts'

test("a confirmation shows the server's note, or else a default text", () => {
  expect(CONFIRM_TEXTS.success('b-17', 'Termin war bereits bestätigt.')).toEqual({
    title: 'Termin war bereits bestätigt.',
  })
  for (const noNote of [undefined, ''])
    expect(CONFIRM_TEXTS.success('b-17', noNote)).toEqual({
      title: 'Termin wurde bestätigt und der Patient informiert.',
    })
})

test("a rejection shows the appointment's id and the server's note", () => {
  expect(REJECT_TEXTS.success('b-17', 'Termin wurde abgelehnt und der Patient informiert.')).toEqual({
    title: 'Storno bestätigt. (ID b-17)',
    detail: 'Termin wurde abgelehnt und der Patient informiert.',
  })
  expect(REJECT_TEXTS.success('b-17', undefined).title).toBe('Storno bestätigt. (ID b-17)')
})
