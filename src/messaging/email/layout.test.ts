import { expect, it } from 'vitest'
import { withPlainSpaces } from '../../testing/plain-spaces.ts'
import { SAMPLE_EMAILS, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import {
  ALL_BOOKINGS_PASSAGE,
  CANCEL_PASSAGE,
  EMAIL_FACTS,
  MOVE_PASSAGE,
  OVERVIEW_PASSAGE,
  START_IN_WORDS,
} from '../../testing/sample-words.ts'
import { cancelled } from '../kinds/cancelled.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { rejected } from '../kinds/rejected.ts'
import { reservationReceived } from '../kinds/reservation-received.ts'

it('the text of an e-mail has title, opening, appointment, details, links and signature', () => {
  expect(withPlainSpaces(SAMPLE_EMAILS.confirmed.text)).toBe(`Ihr Termin ist bestätigt

Guten Tag Frau Musterfrau! Wir freuen uns auf Sie.

${START_IN_WORDS}
Bestätigt

Leistung: Akupunktur
Dauer: ca. 40 Min
Preis: € 180
Ort: Musterstraße 12, 6850 Dornbirn

So kommen Sie zu uns:
Route planen:
https://www.google.com/maps/dir/?api=1&destination=Ordination%20Dr.%20Alma%20Beispiel%2C%20Musterstra%C3%9Fe%2012%2C%206850%20Dornbirn%2C%20AT

Mitbringen und Vorbereitung:
> Ihren Impfpass und Ihre Befunde.
> Bitte tragen Sie bequeme Kleidung.

Nachricht der Ordination:
> Bitte bringen Sie Ihre Befunde mit.
>
> Wir haben im Hof einen Parkplatz für Sie.

${OVERVIEW_PASSAGE}

Der Kalendereintrag liegt dieser E-Mail bei.

${MOVE_PASSAGE}

${CANCEL_PASSAGE}

${ALL_BOOKINGS_PASSAGE}

-- \nOrdination Dr. Alma Beispiel, Musterstraße 12, 6850 Dornbirn
+43 5572 000 000
termine@praxis.example
Website: https://praxis.example
Terminbedingungen: https://praxis.example/agb
Impressum: https://praxis.example/impressum
`)
})

it('a page of the practice without a scheme is a link, and one with an unsafe scheme is left out', () => {
  const practice = {
    ...SAMPLE_PRACTICE,
    url: 'www.praxis.example',
    terms: 'javascript:alert(1)',
    impressum: '',
  }
  const { text, html } = rejected.email({ ...EMAIL_FACTS, practice, message: '' })
  expect(text).toContain('Website: https://www.praxis.example\n')
  expect(html).toContain('href="https://www.praxis.example"')
  expect(text + html).not.toMatch(/javascript|Terminbedingungen|Impressum/)
})

it('the kind of practice is below its name, if the practice has given one', () => {
  const renderWithSubtitle = (subtitle: string) =>
    rejected.email({ ...EMAIL_FACTS, practice: { ...SAMPLE_PRACTICE, subtitle }, message: '' }).html
  expect(renderWithSubtitle('Privatordination für Akupunktur')).toContain('Privatordination für Akupunktur')
  expect(renderWithSubtitle('')).not.toContain('Wahlarztordination für Allgemeinmedizin')
  expect(renderWithSubtitle('')).not.toMatch(/<br><span[^>]*><\/span>/)
})

it.each([
  { phone: '+43 5572 000 000', href: 'tel:+435572000000' },
  { phone: '05572 / 000-000', href: 'tel:05572000000' },
  { phone: '(05572) 000000', href: 'tel:05572000000' },
])('the phone number $phone is a link on one line', ({ phone, href }) => {
  const practice = { ...SAMPLE_PRACTICE, phone }
  const { html, text } = rejected.email({ ...EMAIL_FACTS, practice, message: '' })
  expect(text).toContain(`Bitte rufen Sie uns an: ${phone}.`)
  const link = `<a href="${RegExp.escape(href)}"[^>]*>${RegExp.escape(phone)}</a>`
  expect(html).toMatch(new RegExp(`rufen Sie uns an: <span style="white-space:nowrap">${link}</span>\\.`))
})

it('an e-mail is complete without any data of the practice', () => {
  const emptyPractice = Object.fromEntries(
    Object.keys(SAMPLE_PRACTICE).map((key) => [key, '']),
  ) as typeof SAMPLE_PRACTICE
  const facts = { ...EMAIL_FACTS, practice: emptyPractice, message: '' }
  for (const { text, html } of [
    reservationReceived.email(facts),
    confirmed.email(facts),
    cancelled.email({ ...facts, cancelledBy: 'patient' }),
  ]) {
    expect(text).not.toMatch(/undefined|Ort:|an: /)
    expect(html).not.toMatch(/undefined|href="(tel|mailto):"/)
  }
})
