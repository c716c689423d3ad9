import { describe, expect, it } from 'vitest'
import { HOUR } from '../rules/day.ts'
import { emailCheckLetter, newReservationLetter, reservationReceivedLetter } from './letters.ts'

const practice = {
  name: 'Ordination Dr. Alma Beispiel',
  address: 'Musterstraße 12',
  zip: '6850',
  city: 'Dornbirn',
  country: 'AT',
  phone: '+43 5572 000 000',
  mail: 'termine@praxis.example',
  url: 'https://praxis.example',
  terms: 'https://praxis.example/agb',
  impressum: 'https://praxis.example/impressum',
}

// A whole row, as callers have it: what letters must not tell is there to be told.
const booking = {
  id: 'booking-id-that-only-links-carry',
  svnr: '1237010180',
  birthOn: '1980-01-01',
  notes: 'Bitte nüchtern kommen',
  startsAt: Date.parse('2027-01-12T08:30:00+01:00'),
  createdAt: Date.parse('2026-11-20T10:05:00+01:00'),
  serviceName: 'Akupunktur',
  priceCents: 18_000,
  salutation: 'Frau',
  firstName: 'Maria',
  lastName: 'Musterfrau',
  email: 'maria@example.at',
  mobile: '+43 660 1234567',
}

const urls = {
  overviewUrl: 'https://termine.example/patient/overview?id=abc',
  cancelUrl: 'https://termine.example/patient/reject?id=abc',
  confirmUrl: 'https://termine.example/admin/confirm?id=abc&sig=1.s',
  rejectUrl: 'https://termine.example/admin/reject?id=abc&sig=1.r',
}

const check = emailCheckLetter({
  practice,
  verifyUrl: 'https://termine.example/email/verify?token=t',
  code: '049217',
  minutes: 30,
})
const received = reservationReceivedLetter({ practice, booking, ...urls })
const fresh = newReservationLetter({ practice, booking, ...urls, adminUrl: 'https://termine.example/admin' })

const SIGNATURE = `-- 
Ordination Dr. Alma Beispiel, Musterstraße 12, 6850 Dornbirn
+43 5572 000 000
termine@praxis.example
Website: https://praxis.example
Terminbedingungen: https://praxis.example/agb
Impressum: https://praxis.example/impressum
`

describe('the e-mail check', () => {
  it('says this', () => {
    expect(check.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    expect(check.text).toBe(`E-Mail-Adresse bestätigen

Bei unserer Online-Terminbuchung wurde diese E-Mail-Adresse angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.

E-Mail bestätigen:
https://termine.example/email/verify?token=t

Oder geben Sie bei der Buchung diesen Code ein: 049217

Link und Code gelten 30 Minuten. Sie buchen gerade keinen Termin? Dann bestätigen Sie bitte nicht; ohne Bestätigung geschieht nichts.

${SIGNATURE}`)
  })
})

describe('the letter "Reservierung erhalten"', () => {
  it('says this', () => {
    expect(received.subject).toBe('Reservierung erhalten: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(received.text).toBe(`Reservierung erhalten

Guten Tag Frau Musterfrau! Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen. Sie werden ehestmöglich per E-Mail informiert.

Dienstag, 12. Jänner 2027, 08:30 Uhr
auf manuelle Bestätigung wartend

Leistung: Akupunktur
Preis: € 180
Ort: Musterstraße 12, 6850 Dornbirn

Termin ansehen:
https://termine.example/patient/overview?id=abc

Sie können nicht kommen? Die Stornierung ist online bis 24 Stunden vor dem Termin möglich, also bis Montag, 11. Jänner 2027, 08:30 Uhr.
Termin stornieren:
https://termine.example/patient/reject?id=abc

${SIGNATURE}`)
  })

  it('offers the telephone when it is already too late to cancel online', () => {
    const soon = { ...booking, createdAt: booking.startsAt - 24 * HOUR }
    const letter = reservationReceivedLetter({ practice, booking: soon, ...urls })
    expect(letter.text).toContain(
      'Sie können nicht kommen? Die Stornierung ist online nur bis 24 Stunden vor dem Termin möglich. Bitte rufen Sie uns an: +43 5572 000 000.',
    )
    expect(letter.text + letter.html).not.toContain(urls.cancelUrl)
  })

  it('counts the 24 hours as elapsed time over a clock change', () => {
    const sunday = { ...booking, startsAt: Date.parse('2027-03-28T09:00:00+02:00') }
    const { text } = reservationReceivedLetter({ practice, booking: sunday, ...urls })
    expect(text).toContain('also bis Samstag, 27. März 2027, 08:00 Uhr.')
  })
})

describe('the letter "Neue Reservierung"', () => {
  it('says this', () => {
    expect(fresh.subject).toBe('Neue Reservierung: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(fresh.text).toBe(`Neue Reservierung

Frau Maria Musterfrau hat online einen Termin reserviert und wartet auf Ihre Bestätigung.

Dienstag, 12. Jänner 2027, 08:30 Uhr
auf manuelle Bestätigung wartend

Patientin: Maria Musterfrau
Leistung: Akupunktur
Telefon: +43 660 1234567
E-Mail: maria@example.at
Eingegangen: Fr 20. November, 10:05

Termin bestätigen:
https://termine.example/admin/confirm?id=abc&sig=1.s

Der Termin passt nicht?
Termin ablehnen:
https://termine.example/admin/reject?id=abc&sig=1.r

Beide Links öffnen nur eine Seite. Es geschieht nichts, bevor Sie dort die Schaltfläche drücken.

Alle Reservierungen:
Adminbereich:
https://termine.example/admin

${SIGNATURE}`)
  })
})

describe('every letter', () => {
  const letters = { check, received, fresh }

  it.each(Object.entries(letters))(
    '%s: names neither treatment nor patient in the subject',
    (_name, { subject }) => {
      expect(subject).not.toMatch(/Akupunktur|Muster|Maria/)
    },
  )

  it.each(Object.entries(letters))(
    '%s: is silent about the social security number and the birth date',
    (_name, letter) => {
      expect(JSON.stringify(letter)).not.toMatch(/1237|0101\s?80|1980|nüchtern/)
    },
  )

  it.each(Object.entries(letters))(
    '%s: says in HTML what it says as text, links included',
    (_name, { text, html }) => {
      const [words = ''] = text.split('\n\n-- ')
      const shown = readable(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ')).replace(
        /\s+/g,
        ' ',
      )
      for (const line of words.split('\n').filter((line) => line !== '')) {
        if (line.startsWith('https://')) expect(readable(html)).toContain(`href="${line}"`)
        else for (const piece of line.split(/: |:$/)) expect(shown).toContain(piece.replace(/\s+/g, ' '))
      }
    },
  )

  it.each(Object.entries(letters))('%s: loads nothing from outside and has one button', (_name, { html }) => {
    expect(html).not.toMatch(/<img|<script|<link|@import|url\(|src=/i)
    expect(html.match(/display:block/g)).toHaveLength(1)
  })

  it.each(Object.entries(letters))(
    '%s: can be read in the dark: every painted element has a dark colour',
    (_name, { html }) => {
      const dark = new Set([...html.matchAll(/\.([\w-]+)\{[^}]*!important\}/g)].map((match) => match[1]))
      for (const [, classes = ''] of html.matchAll(/class="([^"]+)"/g)) {
        for (const name of classes.split(' ')) expect(dark).toContain(name)
      }
      // Nothing is coloured but through those classes.
      const painted = [...html.matchAll(/<(\w+)([^>]*#[0-9a-f]{6}[^>]*)>/g)]
      expect(painted.length).toBeGreaterThan(5)
      for (const [tag] of painted) expect(tag).toContain('class="')
    },
  )

  it('is whole without any practice data', () => {
    const nothing = Object.fromEntries(Object.keys(practice).map((key) => [key, ''])) as typeof practice
    const { text, html } = reservationReceivedLetter({ practice: nothing, booking, ...urls })
    expect(text).not.toMatch(/undefined|Ort:/)
    expect(html).not.toMatch(/undefined|href="(tel|mailto):"/)
  })
})

describe('hostile text', () => {
  const evil = '"><img src=x onerror=alert(1)>\r\nBcc: x@evil.example\u0000</title><script>'
  const letter = newReservationLetter({
    practice: {
      ...practice,
      name: evil,
      city: evil,
      url: 'javascript:alert(1)',
      impressum: `https://x.example/"><script>`,
    },
    booking: {
      ...booking,
      firstName: evil,
      lastName: evil,
      serviceName: evil,
      email: `a@b.at${evil}`,
      mobile: evil,
    },
    ...urls,
    confirmUrl: 'javascript:alert(1)',
  })

  it('stays text in the HTML', () => {
    expect(letter.html).not.toMatch(/<img|<script|javascript:/i)
    expect(letter.html.match(/<\/title>/g)).toHaveLength(1)
    for (const [tag] of letter.html.matchAll(/<[a-z][^>]*>/g)) {
      expect(tag).toMatch(/^<\w+( [\w-]+="[^"]*")*>$/)
    }
  })

  it('forges no line in the text and none in the subject', () => {
    expect(letter.text.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([])
    expect(letter.subject).not.toMatch(/\p{Cc}/u)
  })
})

function readable(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    .replaceAll('&nbsp;', '\u00a0')
}
