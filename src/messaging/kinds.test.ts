import { describe, expect, it } from 'vitest'
import { CANCEL_HOURS, cutOff, cutOffText } from '../shared/booking.ts'
import { fullDayTime } from '../shared/format.ts'
import {
  BOOKING,
  FOR_A_CHILD,
  PRACTICE,
  SAMPLE,
  SAMPLE_EMAILS,
  type SampleName,
  URLS,
} from '../testing/sample-emails.ts'
import type { EmailBooking } from './email/parts.ts'
import { cancelled } from './kinds/cancelled.ts'
import { cancelledByPatient } from './kinds/cancelled-by-patient.ts'
import { confirmed } from './kinds/confirmed.ts'
import { newReservation } from './kinds/new-reservation.ts'
import { rejected } from './kinds/rejected.ts'
import { reminder } from './kinds/reminder.ts'
import { reservationReceived } from './kinds/reservation-received.ts'
import { KINDS, type rulesOf } from './kinds.ts'
import { ORIGINALS } from './texts.ts'

const about = {
  ...SAMPLE,
  duration: '',
  hint: '',
  now: BOOKING.createdAt,
  wasConfirmed: true,
  wasInvited: true,
}

const WHEN = 'Dienstag, 12. Jänner 2027, 08:30 Uhr'
const MOVE_TO = 'Mittwoch, 13. Jänner 2027, 08:30 Uhr'
const MOVE_TIMES = `Bisher: ${WHEN}\nGewünscht: ${MOVE_TO}`
const OVERVIEW = `Termin ansehen:\n${URLS.overviewUrl}`
const CANCEL = `Sie können nicht kommen? Absagen ist online ${cutOffText(CANCEL_HOURS)} möglich, also bis ${fullDayTime(cutOff(BOOKING.startsAt, CANCEL_HOURS)).replaceAll('\u00a0', ' ')}.
Termin absagen:
${URLS.cancelUrl}`
const MOVE = `Die Zeit passt Ihnen nicht mehr?\nTermin verschieben:\n${URLS.moveUrl}`
const ALL = `Alle Ihre Termine auf einen Blick:\nMeine Termine:\n${URLS.myBookingsUrl}`
const CALL = 'Bitte rufen Sie uns an: +43 5572 000 000.'
const DECIDE = `Termin bestätigen:
${URLS.confirmUrl}

Der Termin passt nicht?
Termin ablehnen:
${URLS.rejectUrl}

Beide Links öffnen nur eine Seite. Es geschieht nichts, bevor Sie dort die Schaltfläche drücken.

Alle Reservierungen:
Verwaltung:
${URLS.adminUrl}`
const PATIENT = `Patientin: Maria Musterfrau
Leistung: Akupunktur
Telefon: +43 660 1234567
E-Mail: maria@example.at
Eingegangen: Fr 20. November, 10:05`

it('every kind has a sample, and every text one of its own name, for its preview', () => {
  for (const [kind, { email, texts = {}, samples }] of Object.entries<ReturnType<typeof rulesOf>>(KINDS)) {
    if (email !== undefined) expect(Object.keys(samples), kind).not.toEqual([])
    expect(Object.keys(samples)).toEqual(expect.arrayContaining(Object.keys(texts)))
  }
})

/** Replaces no-break spaces by ordinary ones, which read better in a test. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('an e-mail is laid out like this as text', () => {
  expect(plain(SAMPLE_EMAILS.confirmed.text)).toBe(`Ihr Termin ist bestätigt

Guten Tag Frau Musterfrau! Wir freuen uns auf Sie.

${WHEN}
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

${OVERVIEW}

Der Kalendereintrag liegt dieser E-Mail bei.

${MOVE}

${CANCEL}

${ALL}

-- \nOrdination Dr. Alma Beispiel, Musterstraße 12, 6850 Dornbirn
+43 5572 000 000
termine@praxis.example
Website: https://praxis.example
Terminbedingungen: https://praxis.example/agb
Impressum: https://praxis.example/impressum
`)
})

it('the kind of practice stands below its name, and nothing where the practice has none', () => {
  const write = (subtitle: string) =>
    rejected.email({ ...about, practice: { ...PRACTICE, subtitle }, message: '' }).html
  expect(write('Privatordination für Akupunktur')).toContain('Privatordination für Akupunktur')
  expect(write('')).not.toContain('Wahlarztordination für Allgemeinmedizin')
  expect(write('')).not.toMatch(/<br><span[^>]*><\/span>/)
})

it.each([
  ['+43 5572 000 000', 'tel:+435572000000'],
  ['05572 / 000-000', 'tel:05572000000'],
  ['(05572) 000000', 'tel:05572000000'],
])('the number to call, %s, can be pressed and stands on one line', (phone, address) => {
  const practice = { ...PRACTICE, phone }
  const { html, text } = rejected.email({ ...about, practice, message: '' })
  expect(text).toContain(`Bitte rufen Sie uns an: ${phone}.`)
  expect(html).toMatch(
    new RegExp(
      `rufen Sie uns an: <span style="white-space:nowrap"><a href="${RegExp.escape(address)}"[^>]*>${RegExp.escape(phone)}</a></span>\\.`,
    ),
  )
})

it('no line of an e-mail ends between weekday and day', () => {
  const all = Object.values(SAMPLE_EMAILS).map(({ text, html }) => text + html)
  expect(all.join('\n')).toContain('So\u00a022.\u00a0November')
  for (const mail of all) expect(mail).not.toMatch(/\b(Mo|Di|Mi|Do|Fr|Sa|So) \d/)
})

it('no date, time or price is taken for a number to call', () => {
  for (const [kind, { html }] of Object.entries(SAMPLE_EMAILS))
    for (const [, address] of html.matchAll(/href="tel:([^"]*)"/g))
      expect(['+435572000000', '+436601234567'], kind).toContain(address)
})

describe('the content', () => {
  it.each<[SampleName, subject: string, has: string[], lacks?: RegExp]>([
    [
      'email-verification',
      '049217 ist Ihr Code',
      [
        'E-Mail bestätigen:\nhttps://termine.example/email/verify?token=t',
        'diesen Code ein: 049217',
        'Link und Code gelten 30 Minuten.',
      ],
    ],
    [
      'access',
      'Ihr Zugang zu „Meine Termine“',
      [
        'Meine Termine öffnen:\nhttps://termine.example/meine-termine?token=t',
        'diesen Code ein: 049217',
        'Link und Code gelten 30 Minuten.',
      ],
    ],
    [
      'reservation-received',
      `Reservierung erhalten: ${WHEN}`,
      [
        'Guten Tag Frau Musterfrau! Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.',
        `${WHEN}\nauf manuelle Bestätigung wartend`,
        'Preis: € 180',
        OVERVIEW,
        `${MOVE}\n\n${CANCEL}\n\n${ALL}`,
      ],
    ],
    [
      'new-reservation',
      `Neue Reservierung: ${WHEN}`,
      [
        'Frau Maria Musterfrau hat online einen Termin reserviert und wartet auf Ihre Bestätigung.',
        `${WHEN}\nauf manuelle Bestätigung wartend`,
        PATIENT,
        DECIDE,
      ],
    ],
    [
      'received-for-a-child',
      `Reservierung erhalten: ${WHEN}`,
      ['Guten Tag Maria Musterfrau! Es geht um den Termin für Max Mustermann. Bitte beachten Sie'],
      /Herr/,
    ],
    [
      'new-for-a-child',
      `Neue Reservierung: ${WHEN}`,
      [
        'Maria Musterfrau (für Max Mustermann) hat online einen Termin reserviert und wartet auf Ihre Bestätigung.',
        'Patient: Max Mustermann\nGebucht von: Maria Musterfrau, für das eigene Kind\nLeistung: Akupunktur',
      ],
    ],
    ['confirmed', `Termin bestätigt: ${WHEN}`, ['Ihr Termin ist bestätigt']],
    [
      'moved',
      `Termin verschoben: ${WHEN}`,
      [
        'Wir haben Ihren Termin verschoben. Bisher: Montag, 11. Jänner 2027, 08:30 Uhr. Die neue Zeit:',
        `${WHEN}\nBestätigt`,
        'Nachricht der Ordination:\n> Die Ärztin',
        OVERVIEW,
        'Der neue Kalendereintrag liegt dieser E-Mail bei.',
        `Die neue Zeit passt Ihnen nicht? ${CALL}`,
        `Oder wählen Sie online eine andere:\nTermin verschieben:\n${URLS.moveUrl}`,
        CANCEL,
      ],
    ],
    [
      'moved-as-asked',
      `Termin verschoben: ${WHEN}`,
      [
        'Wir haben Ihren Termin wie gewünscht verschoben.',
        'Der neue Kalendereintrag liegt dieser E-Mail bei.',
        MOVE,
      ],
      /neue Zeit passt Ihnen nicht/,
    ],
    [
      'request-moved-for-the-practice',
      `Reservierung verschoben: ${WHEN}`,
      [
        'Frau Maria Musterfrau hat die Reservierung online verschoben. Frühere Links gelten nicht mehr. Bisher: Montag, 11. Jänner 2027, 08:30 Uhr.',
        'Nachricht der Patientin:\n> Am Montag',
        PATIENT,
        DECIDE,
      ],
    ],
    [
      'moved-for-the-practice',
      `Termin verschoben: ${WHEN}`,
      [
        'hat den Termin online verschoben. Die bisherige Zeit ist wieder frei.',
        `${WHEN}\nBestätigt`,
        PATIENT,
      ],
      /sig=/,
    ],
    [
      'move-received',
      `Verschiebung angefragt: ${MOVE_TO}`,
      ['Bis dahin bleibt Ihr Termin, wie er ist.', MOVE_TIMES, OVERVIEW, `${MOVE}\n\n${CANCEL}`],
    ],
    [
      'move-asked',
      `Verschiebung angefragt: ${MOVE_TO}`,
      [
        MOVE_TIMES,
        '> Geht es auch am Mittwoch?',
        PATIENT,
        DECIDE.replaceAll(/Termin (?=be|ab)/g, 'Verschiebung '),
      ],
    ],
    [
      'move-unanswered',
      `Verschiebung noch unbeantwortet: ${MOVE_TO}`,
      ['Frau Maria Musterfrau wartet seit 24 Stunden auf Ihre Antwort', MOVE_TIMES, URLS.confirmUrl],
    ],
    [
      'move-rejected',
      `Ihr Termin bleibt: ${WHEN}`,
      [
        `Leider können wir Ihren Termin nicht auf ${MOVE_TO}, verschieben. Es bleibt bei dieser Zeit:`,
        'Nachricht der Ordination:\n> Am Mittwoch',
        `${MOVE}\n\n${CANCEL}`,
      ],
    ],
    [
      'move-lapsed',
      `Ihr Termin bleibt: ${WHEN}`,
      [
        `Leider haben wir Ihre Anfrage, den Termin auf ${MOVE_TO}, zu verschieben, nicht rechtzeitig beantwortet.`,
      ],
    ],
    [
      'reminder-with-move',
      `Erinnerung an Ihren Termin: ${WHEN}`,
      ['Solange wir das nicht bestätigt haben'],
      /patient\/move/,
    ],
    [
      'moved-request',
      `Reservierung verschoben: ${WHEN}`,
      [`${WHEN}\nauf manuelle Bestätigung wartend`, 'zuerst manuell bestätigen'],
      /Kalendereintrag/,
    ],
    [
      'rejected',
      `Termin leider nicht möglich: ${WHEN}`,
      [
        `${WHEN}\nAbgelehnt\n\nLeistung: Akupunktur\n\nNachricht der Ordination:\n> An diesem Tag`,
        `Anderen Termin buchen:\n${URLS.bookUrl}`,
        `Sie haben Fragen? ${CALL}`,
      ],
      /Preis|stornieren/,
    ],
    [
      'cancelled',
      `Termin abgesagt: ${WHEN}`,
      [
        'Es tut uns leid, dass dieser Termin nicht stattfinden kann.',
        `${WHEN}\nStorniert\n\nLeistung: Akupunktur\n\nNachricht der Ordination:\n> Die Ärztin`,
        `Neuen Termin buchen:\n${URLS.bookUrl}`,
        `Sie haben Fragen? ${CALL}`,
      ],
      /Preis|stornieren/,
    ],
    [
      'cancelled-as-asked',
      `Termin abgesagt: ${WHEN}`,
      [
        'Wir haben Ihren Termin wie gewünscht abgesagt.',
        'Ihre Nachricht an die Ordination:\n> Ich bin verreist.',
        `Neuen Termin buchen:\n${URLS.bookUrl}`,
        `Sie haben nicht abgesagt? ${CALL}`,
      ],
      /Preis|stornieren/,
    ],
    [
      'cancelled-for-the-practice',
      `Termin abgesagt: ${WHEN}`,
      [
        'Frau Maria Musterfrau hat diesen Termin online abgesagt. Die Zeit ist wieder frei.',
        'Nachricht der Patientin:\n> Ich bin verreist.',
        PATIENT,
      ],
    ],
    [
      'reminder',
      `Erinnerung an Ihren Termin: ${WHEN}`,
      [
        'Wir erinnern Sie an Ihren Termin',
        `${WHEN}\nBestätigt`,
        'Preis: € 180',
        OVERVIEW,
        `${MOVE}\n\n${CANCEL}\n\n${ALL}`,
      ],
    ],
    [
      'unanswered',
      `Noch unbeantwortet: ${WHEN}`,
      ['wartet seit 24 Stunden auf Ihre Bestätigung. Das Portal erinnert Sie daran nur', PATIENT, DECIDE],
    ],
    [
      'gathered',
      '2 weitere Nachrichten zu einer E-Mail-Adresse',
      [
        `Neue Anfrage: Frau Maria Musterfrau, ${WHEN} – auf manuelle Bestätigung wartend\nAnfrage öffnen:\n${URLS.confirmUrl}`,
        `Absage eines Patienten: Frau Maria Musterfrau, ${WHEN} – Storniert`,
      ],
    ],
    [
      'gathered-strangers',
      '1 Anfrage, 1 Absage von neuen Patienten',
      [
        `Neue Anfrage: ${WHEN} – auf manuelle Bestätigung wartend\nAnfrage öffnen:\n${URLS.confirmUrl}`,
        `Absage eines Patienten: ${WHEN} – Storniert`,
      ],
      /Maria|Musterfrau/,
    ],
    [
      'erp-conflict',
      'Terminkonflikt mit Odoo',
      [`Termin: ${WHEN}`, `Termine ansehen:\n${URLS.adminUrl}`],
      /Maria/,
    ],
    [
      'danger',
      'Ordi: Achtung – Sicherung veraltet',
      ['Seit 40 Stunden gibt es keine neue Sicherung.', `Zur Verwaltung:\n${URLS.adminUrl}`],
    ],
    [
      'offer',
      'Frei geworden: Freitag, 8. Jänner 2027, 08:30 Uhr',
      [
        'Guten Tag Frau Musterfrau! Sie stehen auf unserer Warteliste. Bis So 22. November, 11:05 Uhr halten wir diese Zeit für Sie frei:',
        `Frei geworden: Freitag, 8. Jänner 2027, 08:30 Uhr
Leistung: Akupunktur
Dauer: ca. 40 Min
Preis: € 180
Ort: Musterstraße 12, 6850 Dornbirn
Ihr Termin bisher: ${WHEN}`,
        'Ohne Antwort bieten wir die Zeit jemand anderem an. Ihr Termin bleibt dann, wie er ist.',
        `Annehmen oder ablehnen:\n${URLS.offerUrl}`,
        `Eintrag ändern:\n${URLS.entryUrl}`,
      ],
    ],
    [
      'offer-without-appointment',
      'Frei geworden: Freitag, 8. Jänner 2027, 08:30 Uhr',
      [
        'Guten Tag! Sie stehen auf unserer Warteliste.',
        'Leistung: Akupunktur\nDauer: ca. 40 Min\nPreis: € 180',
      ],
      /Ihr Termin/,
    ],
    [
      'offer-taken-for-the-practice',
      `Termin verschoben: ${WHEN}`,
      ['hat eine Zeit der Warteliste angenommen.'],
    ],
    ['dangers', 'Ordi: Achtung – 2 Störungen', ['2 E-Mails konnten nicht', 'E-Mails warten seit 25 Minuten']],
    ['all-clear', 'Ordi: Wieder in Ordnung', ['Die gemeldeten Störungen sind vorbei.']],
    [
      'test',
      'Test-E-Mail der Online-Terminbuchung',
      ['am Sonntag, 22. November 2026, 10:05 Uhr, in der Verwaltung angefordert', URLS.adminUrl],
    ],
  ])('of %s is about: %s', (name, subject, has, lacks = /undefined/) => {
    const email = SAMPLE_EMAILS[name]
    expect(email.subject).toBe(subject)
    for (const piece of has) expect(plain(email.text)).toContain(piece)
    expect(plain(email.text)).not.toMatch(lacks)
  })

  it.each([
    [
      'reservation-received',
      (at: number) => reservationReceived.email({ ...about, booking: { ...BOOKING, createdAt: at } }),
    ],
    ['confirmed', (at: number) => confirmed.email({ ...about, message: '', now: at })],
    ['reminder', (at: number) => reminder.email({ ...about, moveToAt: null, now: at })],
  ])('of %s offers the telephone when it is too late to cancel online', (_name, write) => {
    const cutoff = cutOff(BOOKING.startsAt, CANCEL_HOURS)
    expect(plain(write(cutoff - 1).text)).toContain(CANCEL)
    const late = write(cutoff)
    expect(plain(late.text)).toContain(
      `Sie können nicht kommen? Absagen ist online nur ${cutOffText(CANCEL_HOURS)} möglich. ${CALL}`,
    )
    expect(late.text + late.html).not.toContain(URLS.cancelUrl)
  })

  it.each(['', ' \n\t\r\n '])('has no quotation without a message: %j', (message) => {
    const { text, html } = confirmed.email({ ...about, message })
    expect(text + html).not.toContain('Nachricht der Ordination')
    expect(text).not.toMatch(/^>|\n\n\n/m)
  })

  it('uses the masculine forms for a man', () => {
    const booking = { ...BOOKING, salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
    const { text } = cancelledByPatient.email({ ...about, booking, reason: 'Krank.' })
    expect(text).toContain('Herr Max Muster hat diesen Termin online abgesagt.')
    expect(text).toContain('Nachricht des Patienten:\n> Krank.')
    expect(text).toContain('Patient: Max Muster')
  })

  it('names who booked as the one who cancelled', () => {
    const { text } = cancelledByPatient.email({ ...about, booking: FOR_A_CHILD, reason: 'Krank.' })
    expect(text).toContain('Maria Musterfrau (für Max Mustermann) hat diesen Termin online abgesagt.')
    expect(text).toContain('Nachricht dazu:\n> Krank.')
  })

  it.each(['text', 'html'] as const)('ends no line between day and month, or before "Uhr", in %s', (form) => {
    for (const email of Object.values(SAMPLE_EMAILS))
      expect(email[form].split('<body').at(-1)).not.toMatch(/\d Uhr|\d\. (?:Jänner|November)/)
    expect(SAMPLE_EMAILS.offer[form]).toMatch(/22\.\u00a0November.*\d\d:\d\d\u00a0Uhr/)
  })

  it('is whole without any practice data', () => {
    const practice = Object.fromEntries(Object.keys(PRACTICE).map((key) => [key, ''])) as typeof PRACTICE
    const nameless = { ...about, practice, message: '' }
    for (const { text, html } of [
      reservationReceived.email(nameless),
      confirmed.email({ ...nameless }),
      cancelled.email({ ...nameless, by: 'patient' }),
    ]) {
      expect(text).not.toMatch(/undefined|Ort:|an: /)
      expect(html).not.toMatch(/undefined|href="(tel|mailto):"/)
    }
  })
})

describe.each(Object.entries(SAMPLE_EMAILS))('the e-mail %s', (name, { subject, text, html }) => {
  it('names the practice and its kind', () => {
    const shown = html.replace(/<[^>]+>/g, ' ')
    expect(shown).toMatch(/(Dr\. Alma Beispiel|Beispielhofer)\s+Wahlarztordination für Allgemeinmedizin/)
  })

  it('names neither treatment nor patient in the subject', () => {
    expect(subject).not.toMatch(/Akupunktur|Erstordination|Muster|Maria|Befund|Ärztin|verreist/)
  })

  it('contains neither the social security number, nor the birth date, nor notes', () => {
    expect(subject + text + html).not.toMatch(/1237|0101\s?80|1980|nüchtern/)
  })

  it('has the same words and links in HTML as in text', () => {
    const [words = ''] = text.split('\n\n-- ')
    const body = html.replace(/<style>.*?<\/style>|<\/?(a|span)\b[^>]*>/gs, '').replace(/<[^>]+>/g, ' ')
    const shown = readable(body).replace(/\s+/g, ' ')
    for (const line of words.split('\n').filter((line) => line !== '')) {
      if (line.startsWith('https://')) expect(readable(html)).toContain(`href="${line}"`)
      else
        for (const piece of line.replace(/^> ?/, '').split(/: |:$/))
          expect(shown).toContain(piece.replace(/\s+/g, ' '))
    }
  })

  it('loads nothing from outside and has one button at most', () => {
    expect(html).not.toMatch(/<img|<script|<link|@import|url\(|src=/i)
    const buttons = [
      'cancelled-for-the-practice',
      'moved-for-the-practice',
      'offer-taken-for-the-practice',
    ].includes(name)
      ? 0
      : 1
    expect(html.match(/style="[^"]*display:block/g) ?? []).toHaveLength(buttons)
  })

  it('can be read in dark mode: every painted element has a dark colour', () => {
    const dark = new Set([...html.matchAll(/\.([\w-]+)\{[^}]*!important\}/g)].map((match) => match[1]))
    for (const [, classes = ''] of html.matchAll(/class="([^"]+)"/g)) {
      for (const name of classes.split(' ')) expect(dark).toContain(name)
    }
    // Only these classes set a background.
    const painted = [...html.matchAll(/<(\w+)([^>]*#[0-9a-f]{6}[^>]*)>/g)]
    expect(painted.length).toBeGreaterThan(5)
    for (const [tag] of painted) expect(tag).toContain('class="')
  })
})

describe("the practice's own words", () => {
  const confirmedWith = (opening: string, closing = '', booking: EmailBooking = BOOKING) =>
    confirmed.email({
      ...about,
      texts: { ...ORIGINALS, confirmed: { ...ORIGINALS.confirmed, email: { opening, closing } } },
      booking,
      hint: 'Impfpass\nBefunde',
      message: '',
    })

  it('are the first and the last paragraphs, escaped, and facts, links and the signature stay', () => {
    const { subject, text, html } = confirmedWith(
      '{Anrede}\n\nBis {Termin} zur <b>{Leistung}</b>: www.praxis.example',
      'Alles Gute\nIhre {Ordination}\n\n{Hinweis}',
    )
    expect(plain(subject)).toBe(`Termin bestätigt: ${WHEN}`)
    expect(plain(text)).toContain(`Guten Tag Frau Musterfrau!

Bis ${WHEN} zur <b>Akupunktur</b>: www.praxis.example

${WHEN}
Bestätigt`)
    expect(plain(text)).toContain(`${ALL}

Alles Gute
Ihre Ordination Dr. Alma Beispiel

Impfpass
Befunde

-- `)
    expect(html).toContain('&#60;b&#62;Akupunktur&#60;/b&#62;: www.praxis.example</p>')
    expect(html).toContain('Alles Gute<br>Ihre Ordination Dr. Alma Beispiel</p>')
    expect(html).not.toContain('href="www')
  })

  it('may be missing, and then leave nothing', () => {
    expect(plain(confirmedWith('').text)).toContain(`Ihr Termin ist bestätigt\n\n${WHEN}`)
    expect(confirmedWith('').html).not.toMatch(/<p[^>]*><\/p>/)
  })

  it('name the patient to who booked for somebody else, also without {Anrede}', () => {
    const sentence = 'Es geht um den Termin für Max Mustermann.'
    expect(confirmedWith('{Anrede}\nHallo!', '', FOR_A_CHILD).text).toContain(
      `Guten Tag Maria Musterfrau! ${sentence}\nHallo!`,
    )
    expect(confirmedWith('Liebe {Name}!', '', FOR_A_CHILD).text).toContain(
      `${sentence}\n\nLiebe Maria Musterfrau!`,
    )
  })
})

describe('hostile text', () => {
  const evil =
    '"><img src=x onerror=alert(1)>\r\nBcc: x@evil.example\u0000</title><script>\r-- \nTermin ansehen:'
  const practice = {
    ...PRACTICE,
    name: evil,
    city: evil,
    phone: evil,
    url: 'javascript:alert(1)',
    impressum: `https://x.example/"><script>`,
  }
  const booking = {
    ...BOOKING,
    salutation: evil,
    firstName: evil,
    lastName: evil,
    serviceName: evil,
    email: `a@b.at${evil}`,
    mobile: evil,
  }
  const hostile = { ...about, practice, booking, message: evil }
  const emails = {
    fresh: newReservation.email({ ...hostile, confirmUrl: 'javascript:alert(1)' }),
    confirmed: confirmed.email({ ...hostile }),
    rejected: rejected.email(hostile),
    cancelled: cancelled.email({ ...hostile, by: 'staff' }),
    toPractice: cancelledByPatient.email({ ...hostile, reason: evil }),
  }

  it.each(Object.entries(emails))('stays text, and forges no line: %s', (_name, { subject, text, html }) => {
    expect(html).not.toMatch(/<img|<script|javascript:/i)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
      expect(tag).toMatch(/^<\w+( [\w-]+="[^"]*")*>$/)
    }
    const lines = text.split(/[\r\n]/)
    expect(lines.filter((line) => line.startsWith('Bcc:'))).toEqual([])
    expect(lines.filter((line) => line === '-- ')).toHaveLength(1)
    expect(text).not.toContain('\u0000')
    expect(subject).not.toMatch(/\p{Cc}/u)
  })

  it('is quoted line by line', () => {
    expect(emails.toPractice.text).toContain(
      '\n> Bcc: x@evil.example </title><script>\n> --\n> Termin ansehen:\n',
    )
  })
})

function readable(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    .replaceAll('&nbsp;', '\u00a0')
}
