import { describe, expect, it } from 'vitest'
import { withPlainSpaces } from '../../testing/plain-spaces.ts'
import { FOR_A_CHILD, SAMPLE_BOOKING } from '../../testing/sample-emails.ts'
import { ALL_BOOKINGS_PASSAGE, EMAIL_FACTS, START_IN_WORDS } from '../../testing/sample-words.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { ORIGINALS } from '../texts.ts'
import type { EmailBooking } from './appointment-parts.ts'

describe("the practice's own words", () => {
  const confirmedWith = (opening: string, closing = '', booking: EmailBooking = SAMPLE_BOOKING) =>
    confirmed.email({
      ...EMAIL_FACTS,
      texts: { ...ORIGINALS, confirmed: { ...ORIGINALS.confirmed, email: { opening, closing } } },
      booking,
      hint: 'Impfpass\nBefunde',
      message: '',
    })

  it('are the first and last paragraphs, around the facts and links', () => {
    const { subject, text } = confirmedWith(
      '{Anrede}\n\nBis {Termin} zur <b>{Leistung}</b>: www.praxis.example',
      'Alles Gute\nIhre {Ordination}\n\n{Hinweis}',
    )
    expect(withPlainSpaces(subject)).toBe(`Termin bestätigt: ${START_IN_WORDS}`)
    expect(withPlainSpaces(text)).toContain(`Guten Tag Frau Musterfrau!

Bis ${START_IN_WORDS} zur <b>Akupunktur</b>: www.praxis.example

${START_IN_WORDS}
Bestätigt`)
    expect(withPlainSpaces(text)).toContain(`${ALL_BOOKINGS_PASSAGE}

Alles Gute
Ihre Ordination Dr. Alma Beispiel

Impfpass
Befunde

-- `)
  })

  it('are escaped in HTML, where their lines stay lines', () => {
    const { html } = confirmedWith(
      'Zur <b>{Leistung}</b>: www.praxis.example',
      'Alles Gute\nIhre {Ordination}',
    )
    expect(html).toContain('&#60;b&#62;Akupunktur&#60;/b&#62;: www.praxis.example</p>')
    expect(html).toContain('Alles Gute<br>Ihre Ordination Dr. Alma Beispiel</p>')
    expect(html).not.toContain('href="www')
  })

  it('leave no empty paragraph when they are missing', () => {
    expect(withPlainSpaces(confirmedWith('').text)).toContain(`Ihr Termin ist bestätigt\n\n${START_IN_WORDS}`)
    expect(confirmedWith('').html).not.toMatch(/<p[^>]*><\/p>/)
  })

  it('name the patient to somebody who booked for another person, even without {Anrede}', () => {
    const sentence = 'Es geht um den Termin für Max Mustermann.'
    expect(confirmedWith('{Anrede}\nHallo!', '', FOR_A_CHILD).text).toContain(
      `Guten Tag Maria Musterfrau! ${sentence}\nHallo!`,
    )
    expect(confirmedWith('Liebe {Name}!', '', FOR_A_CHILD).text).toContain(
      `${sentence}\n\nLiebe Maria Musterfrau!`,
    )
  })
})
