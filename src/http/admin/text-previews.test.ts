import { expect, it } from 'vitest'
import { TEXT_KINDS } from '../../shared/messages/texts.ts'
import { openTextsApp } from '../../testing/texts-app.ts'

it.each(TEXT_KINDS)('the preview shows %s with unsaved words, and queues nothing', async (kind) => {
  const { preview, http, rows } = openTextsApp()
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
