import { expect, it } from 'vitest'
import { decideBooking } from '../../booking/decisions.ts'
import { TEXT_KINDS } from '../../shared/messages/texts.ts'
import { book, lastMail } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'

function openTexts() {
  const app = openTestApp()
  const admin = app.admin()
  const path = (kind: string) => `/api/admin/texts/${kind}`
  return {
    ...app,
    list: async () => (await admin.get('/api/admin/texts')).json,
    get: (kind: string) => admin.get(path(kind)),
    put: (kind: string, words: object, headers?: Record<string, string>) =>
      admin.put(path(kind), words, headers),
    reset: (kind: string) => admin.send('DELETE', path(kind)),
    preview: (kind: string, words: object) => admin.post(`${path(kind)}/preview`, words),
    lastSms: () => app.rows<{ text: string }>(`select text from messages where channel = 'sms'`).at(-1)?.text,
    async confirm(start = '2027-01-12T08:30:00+01:00') {
      const { id } = (await book(app, app.browser(), start)).json
      decideBooking(app.ctx(), id, { decision: 'confirm' })
    },
  }
}

it('the list has every text with its original words, and who changed them', async () => {
  const { list, put } = openTexts()
  expect((await list()).map(({ kind }: { kind: string }) => kind)).toEqual(TEXT_KINDS)
  await put('confirmed', { sms_closing: 'Bis bald!' })
  const changed = (await list()).filter(({ edited }: { edited: unknown }) => edited !== null)
  expect(changed).toEqual([
    {
      kind: 'confirmed',
      label: 'Bestätigung',
      about: 'Sie haben den Termin bestätigt oder eingetragen.',
      channels: ['email', 'sms'],
      original: {
        email_opening: '{Anrede} Wir freuen uns auf Sie.',
        email_closing: '',
        sms_opening: 'Ihr Termin am {Termin} ist bestätigt.',
        sms_closing: 'Näheres in unserer E-Mail.',
      },
      edited: {
        email_opening: '{Anrede} Wir freuen uns auf Sie.',
        email_closing: '',
        sms_opening: 'Ihr Termin am {Termin} ist bestätigt.',
        sms_closing: 'Bis bald!',
      },
      at: expect.stringMatching(/^2027-01-07T13:40/),
      by: 'assistenz@ordination.example',
    },
  ])
})

it('messages queued after a change have the new words, earlier ones keep theirs', async () => {
  const texts = openTexts()
  const { confirm, rows, lastSms } = texts
  await confirm()
  const earlier = rows('select text, html from messages')
  const { status, json } = await texts.put('confirmed', {
    email_opening: 'Liebe/r {Name}!\r\n\r\nBis dann.',
    sms_opening: '{Ordination}: {Termin} passt.',
    sms_closing: '',
  })
  expect([status, json.message]).toEqual([200, 'Text gespeichert.'])
  expect(rows('select text, html from messages')).toEqual(earlier)
  await confirm('2027-01-12T09:30:00+01:00')
  expect(lastMail(texts).text).toContain('Liebe/r Rosa Musterfrau!\n\nBis dann.\n\nDienstag, 12.')
  expect(lastSms()).toMatch(/^[^:]+: Di 12. Jänner, 09:30 Uhr passt\./)
})

it('a text can be reset to the original, and keeps every version', async () => {
  const { get, put, reset, rows } = openTexts()
  await put('rejected', { email_opening: 'Erste Fassung' })
  await put('rejected', { email_opening: 'Zweite Fassung', sms_opening: 'Am {Termin} leider nicht.' })
  await put('rejected', { email_opening: 'Zweite Fassung' })
  const { json } = await reset('rejected')
  expect(json.message).toBe('Der Text ist wieder der ursprüngliche.')
  expect(json.edited).toBeNull()
  expect(json.versions.map(({ channel, opening }: Record<string, string>) => [channel, opening])).toEqual([
    ['sms', null],
    ['email', null],
    ['sms', 'Am {Termin} leider nicht.'],
    ['email', 'Zweite Fassung'],
    ['email', 'Erste Fassung'],
  ])
  expect((await get('rejected')).json).toEqual({ ...json, message: undefined })
  expect(rows(`select action, subject, changes from audit where action = 'text-saved'`)).toHaveLength(3)
})

it('a text does not overwrite the words that another admin has saved meanwhile', async () => {
  const { get, put } = openTexts()
  const version = (await get('offer')).headers.get('etag') ?? ''
  await put('offer', { email_closing: 'Zuerst' })
  const { status, json } = await put('offer', { email_closing: 'Später' }, { 'if-match': version })
  expect([status, json.error, json.current.edited.email_closing]).toEqual([409, 'conflict', 'Zuerst'])
})

it('a text can be reset to the original even if that contains the name of a service', async () => {
  const { put, reset, change } = openTexts()
  await put('confirmed', { sms_opening: 'Bis dann!' })
  change(`update services set name = 'Termin' where id = 'akupunktur'`)
  expect((await put('confirmed', { sms_opening: 'Am {Termin}.' })).status).toBe(200)
  expect((await put('confirmed', { sms_opening: 'Zum Terminplan' })).status).toBe(400)
  expect((await reset('confirmed')).json.edited).toBeNull()
})

it.each(['nothing', 'new-reservation'])(
  'a change of %s, which is not an editable text, is refused',
  async (kind) => {
    const { put, rows } = openTexts()
    const { status, json } = await put(kind, {})
    expect([status, json.message]).toEqual([404, 'Diesen Text gibt es nicht.'])
    expect(rows('select * from texts')).toEqual([])
  },
)

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
  const { put, rows } = openTexts()
  const { status, json } = await put(kind, { [field]: words })
  expect(status).toBe(400)
  expect(json.message).toMatch(sentence)
  expect(json.fields[field]).toMatch(sentence)
  expect(rows('select * from texts')).toEqual([])
})

it.each(TEXT_KINDS)('the preview shows %s with unsaved words, and queues nothing', async (kind) => {
  const { preview, http, rows } = openTexts()
  const { status, json } = await preview(kind, {
    email_opening: '{Anrede} <b>Hallo</b>\n\n{Ordination}{Name}{Termin}{Leistung}{Telefon}{Hinweis}',
    email_closing: 'Adieu',
  })
  expect(status).toBe(200)
  expect(json.email.html).toContain('&#60;b&#62;Hallo&#60;/b&#62;')
  expect(json.email.text).toMatch(/Hallo.*Adieu/s)
  expect(json.email.text + (json.sms?.text ?? '')).not.toMatch(/[{}]|undefined/)
  if (json.sms) expect(json.sms).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  const framed = await http.request(json.email.url)
  expect(await framed.text()).toBe(json.email.html)
  expect(framed.headers.get('content-security-policy')).toContain('sandbox')
  expect((await http.request(json.email.url.replace(/.$/, '_'))).status).toBe(403)
  expect(rows('select * from messages')).toEqual([])
})

it('subjects and SMS name no treatment, whatever is written', async () => {
  const { rows, change, confirm } = openTexts()
  for (const kind of TEXT_KINDS)
    for (const channel of ['email', 'sms'])
      change(
        `insert into texts (kind, channel, opening, closing, actor, actor_name, at) values (?, ?, ?, ?, 'admin', '', 0)`,
        kind,
        channel,
        '{Leistung} {Hinweis} {Anrede}',
        '{Hinweis}{Leistung}',
      )
  await confirm()
  const told = rows<{ subject: string; text: string; channel: string }>('select * from messages')
  expect(told.filter(({ channel }) => channel === 'sms')).toHaveLength(1)
  for (const { subject, text, channel } of told)
    expect(channel === 'sms' ? text : subject).not.toMatch(/Erstordination|Folgebehandlung/)
})
