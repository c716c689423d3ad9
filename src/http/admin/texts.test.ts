import { expect, it } from 'vitest'
import { TEXT_KINDS } from '../../shared/messages/texts.ts'
import { lastMail } from '../../testing/factory.ts'
import { openTextsApp } from '../../testing/texts-app.ts'

it('the list has every text with its original words, and who changed them', async () => {
  const { listTexts, putText } = openTextsApp()
  expect((await listTexts()).map(({ kind }: { kind: string }) => kind)).toEqual(TEXT_KINDS)
  await putText('confirmed', { sms_closing: 'Bis bald!' })
  const editedTexts = (await listTexts()).filter(({ edited }: { edited: unknown }) => edited !== null)
  expect(editedTexts).toEqual([
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
  const app = openTextsApp()
  const { confirm, putText, rows, lastSms } = app
  await confirm()
  const contentsBefore = rows('select text, html from messages')
  const { status, json } = await putText('confirmed', {
    email_opening: 'Liebe/r {Name}!\r\n\r\nBis dann.',
    sms_opening: '{Ordination}: {Termin} passt.',
    sms_closing: '',
  })
  expect([status, json.message]).toEqual([200, 'Text gespeichert.'])
  expect(rows('select text, html from messages')).toEqual(contentsBefore)
  await confirm('2027-01-12T09:30:00+01:00')
  expect(lastMail(app).text).toContain('Liebe/r Rosa Musterfrau!\n\nBis dann.\n\nDienstag, 12.')
  expect(lastSms()).toMatch(/^[^:]+: Di 12. Jänner, 09:30 Uhr passt\./)
})

it('a text can be reset to the original, and keeps every version', async () => {
  const { getText, putText, reset, rows } = openTextsApp()
  await putText('rejected', { email_opening: 'Erste Fassung' })
  await putText('rejected', { email_opening: 'Zweite Fassung', sms_opening: 'Am {Termin} leider nicht.' })
  await putText('rejected', { email_opening: 'Zweite Fassung' })
  const { json } = await reset('rejected')
  expect(json.message).toBe('Der Text ist wieder der ursprüngliche.')
  expect(json.edited).toBeNull()
  expect(json.versions).toHaveLength(5)
  expect(json.versions).toMatchObject([
    { channel: 'sms', opening: null },
    { channel: 'email', opening: null },
    { channel: 'sms', opening: 'Am {Termin} leider nicht.' },
    { channel: 'email', opening: 'Zweite Fassung' },
    { channel: 'email', opening: 'Erste Fassung' },
  ])
  expect((await getText('rejected')).json).toEqual({ ...json, message: undefined })
  expect(rows(`select action, subject, changes from audit where action = 'text-saved'`)).toHaveLength(3)
})

it('a text does not overwrite the words that another admin has saved meanwhile', async () => {
  const { getText, putText } = openTextsApp()
  const version = (await getText('offer')).headers.get('etag') ?? ''
  await putText('offer', { email_closing: 'Zuerst' })
  const { status, json } = await putText('offer', { email_closing: 'Später' }, { 'if-match': version })
  expect([status, json.error, json.current.edited.email_closing]).toEqual([409, 'conflict', 'Zuerst'])
})

it('a text can be reset to the original even if that contains the name of a service', async () => {
  const { putText, reset, changeRows } = openTextsApp()
  await putText('confirmed', { sms_opening: 'Bis dann!' })
  changeRows(`update services set name = 'Termin' where id = 'akupunktur'`)
  expect((await putText('confirmed', { sms_opening: 'Am {Termin}.' })).status).toBe(200)
  expect((await putText('confirmed', { sms_opening: 'Zum Terminplan' })).status).toBe(400)
  expect((await reset('confirmed')).json.edited).toBeNull()
})

it.each(['nothing', 'new-reservation'])(
  'a change of %s, which is not an editable text, is refused',
  async (kind) => {
    const { putText, rows } = openTextsApp()
    const { status, json } = await putText(kind, {})
    expect([status, json.message]).toEqual([404, 'Diesen Text gibt es nicht.'])
    expect(rows('select * from texts')).toEqual([])
  },
)

it('subjects and SMS name no treatment, whatever is written', async () => {
  const { rows, changeRows, confirm } = openTextsApp()
  for (const kind of TEXT_KINDS)
    for (const channel of ['email', 'sms'])
      changeRows(
        `insert into texts (kind, channel, opening, closing, actor, actor_name, at) values (?, ?, ?, ?, 'admin', '', 0)`,
        kind,
        channel,
        '{Leistung} {Hinweis} {Anrede}',
        '{Hinweis}{Leistung}',
      )
  await confirm()
  const messages = rows<{ subject: string; text: string; channel: string }>('select * from messages')
  expect(messages.filter(({ channel }) => channel === 'sms')).toHaveLength(1)
  for (const { subject, text, channel } of messages)
    expect(channel === 'sms' ? text : subject).not.toMatch(/Erstordination|Folgebehandlung/)
})
