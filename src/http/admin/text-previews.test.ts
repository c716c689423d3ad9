import { describe, expect, it } from 'vitest'
import { TEXT_KINDS, type TextKind } from '../../shared/messages/texts.ts'
import { openTextsApp } from '../../testing/texts-app.ts'

/** Words with markup, which nobody may bring into an e-mail, and with every placeholder. */
const UNSAVED_WORDS = {
  email_opening: '{Anrede} <b>Hallo</b>\n\n{Ordination}{Name}{Termin}{Leistung}{Telefon}{Hinweis}',
  email_closing: 'Adieu',
}

/** A placeholder that was not filled, or was filled with a missing value. */
const UNFILLED = /[{}]|undefined/

/** The messages that are never sent as an SMS. */
const ONLY_EMAILS: readonly TextKind[] = [
  'email-verification',
  'reservation-received',
  'move-received',
  'move-rejected',
  'cancelled-as-asked',
  'access',
]

describe.each(TEXT_KINDS)('the preview of %s', (kind) => {
  it('shows the unsaved words with all placeholders filled, and queues nothing', async () => {
    const { preview, rows } = openTextsApp()
    const { status, json } = await preview(kind, UNSAVED_WORDS)
    expect(status).toBe(200)
    expect(json.email.html).toContain('&#60;b&#62;Hallo&#60;/b&#62;')
    expect(json.email.text).toMatch(/Hallo.*Adieu/s)
    expect(json.email.text).not.toMatch(UNFILLED)
    expect(rows('select * from messages')).toEqual([])
  })

  it('has an SMS of one part, with all placeholders filled, unless the message is only sent as an e-mail', async () => {
    const { sms } = (await openTextsApp().preview(kind, UNSAVED_WORDS)).json
    const onePart = { text: expect.not.stringMatching(UNFILLED), encoding: 'GSM-7', parts: 1 }
    expect(sms).toEqual(ONLY_EMAILS.includes(kind) ? undefined : expect.objectContaining(onePart))
  })

  it('is shown in a sandboxed frame, whose signed link cannot be altered', async () => {
    const { preview, http } = openTextsApp()
    const { url, html } = (await preview(kind, UNSAVED_WORDS)).json.email
    const frame = await http.request(url)
    expect(await frame.text()).toBe(html)
    expect(frame.headers.get('content-security-policy')).toContain('sandbox')
    // The last character of a signature of 32 bytes in base64url is never an underscore.
    const alteredSignature = url.replace(/.$/, '_')
    expect((await http.request(alteredSignature)).status).toBe(403)
  })
})
