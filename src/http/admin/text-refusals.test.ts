import { expect, it } from 'vitest'
import { openTextsApp } from '../../testing/texts-app.ts'

it.each([
  {
    fault: 'an unknown placeholder',
    field: 'email_opening',
    words: 'Am {Tag}',
    sentence: 'Den Platzhalter {Tag} gibt es nicht.',
  },
  {
    fault: 'the doctor where there is one only',
    field: 'email_opening',
    words: 'Bei {Arzt}',
    sentence: 'Den Platzhalter {Arzt} gibt es nicht.',
  },
  {
    fault: 'the treatment in an SMS',
    field: 'sms_opening',
    words: '{Leistung}',
    sentence: /^\{Leistung\} darf nicht in eine SMS/,
  },
  {
    fault: 'the name of a treatment in an SMS, with the soft hyphen of a word processor',
    field: 'sms_closing',
    words: 'Zum AKU\u00adPUNKTUR-Termin, bitte',
    sentence: /^„Akupunktur“ darf nicht/,
  },
  {
    fault: 'a line break in an SMS',
    field: 'sms_opening',
    words: 'a\nb',
    sentence: 'Der Text enthält unzulässige Zeichen.',
  },
  {
    fault: 'a null character in an e-mail',
    field: 'email_opening',
    words: 'a\u0000b',
    sentence: 'Der Text enthält unzulässige Zeichen.',
  },
  {
    fault: 'too many SMS for one message',
    field: 'sms_opening',
    words: 'ш'.repeat(200),
    sentence: /^Das ist zu lang: \d\u00a0SMS mit \d{3}\u00a0Zeichen/,
  },
  {
    fault: 'an SMS where there is only an e-mail',
    kind: 'access',
    field: 'sms_opening',
    words: 'Hallo',
    sentence: 'Zu dieser Nachricht gibt es keine SMS.',
  },
  { fault: 'an unknown field', field: 'subject', words: 'Hallo', sentence: 'Unbekannte Angabe.' },
])('a text is refused with $fault', async ({ kind = 'confirmed', field, words, sentence }) => {
  const { putText, rows } = openTextsApp()
  const { status, json } = await putText(kind, { [field]: words })
  expect(status).toBe(400)
  expect(json.message).toMatch(sentence)
  expect(json.fields[field]).toMatch(sentence)
  expect(rows('select * from texts')).toEqual([])
})
