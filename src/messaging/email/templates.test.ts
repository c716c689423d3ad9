import { describe, expect, it } from 'vitest'
import { CANCEL_CUTOFF, CANCELLATION_NOTICE } from '../../shared/booking.ts'
import { fullDayTime } from '../../shared/format.ts'
import { BOOKING, PRACTICE, SAMPLE_EMAILS, URLS } from '../../testing/sample-emails.ts'
import {
  cancelledByPatientEmail,
  cancelledEmail,
  confirmedEmail,
  newReservationEmail,
  rejectedEmail,
  reminderEmail,
  reservationReceivedEmail,
} from './templates.ts'

const {
  'email-verification': check,
  'reservation-received': received,
  'new-reservation': fresh,
} = SAMPLE_EMAILS
const about = { practice: PRACTICE, booking: BOOKING, ...URLS }

const HOW_TO_CANCEL = `Sie können nicht kommen? Die Stornierung ist online ${CANCEL_CUTOFF} möglich, also bis ${fullDayTime(BOOKING.startsAt - CANCELLATION_NOTICE)}.`

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

describe('the e-mail "Reservierung erhalten"', () => {
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

${HOW_TO_CANCEL}
Termin stornieren:
https://termine.example/patient/reject?id=abc

${SIGNATURE}`)
  })

  it('offers the telephone when it is already too late to cancel online', () => {
    const soon = { ...BOOKING, createdAt: BOOKING.startsAt - CANCELLATION_NOTICE }
    const email = reservationReceivedEmail({ ...about, booking: soon })
    expect(email.text).toContain(
      `Sie können nicht kommen? Die Stornierung ist online nur ${CANCEL_CUTOFF} möglich. Bitte rufen Sie uns an: +43 5572 000 000.`,
    )
    expect(email.text + email.html).not.toContain(URLS.cancelUrl)
  })
})

describe('the e-mail "Neue Reservierung"', () => {
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

describe('the e-mail "Ihr Termin ist bestätigt"', () => {
  it('says this', () => {
    const { subject, text } = SAMPLE_EMAILS.confirmed
    expect(subject).toBe('Termin bestätigt: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Ihr Termin ist bestätigt

Guten Tag Frau Musterfrau! Wir freuen uns auf Sie.

Dienstag, 12. Jänner 2027, 08:30 Uhr
Bestätigt

Leistung: Akupunktur
Preis: € 180
Ort: Musterstraße 12, 6850 Dornbirn

Nachricht der Ordination:
> Bitte bringen Sie Ihre Befunde mit.
>
> Wir haben im Hof einen Parkplatz für Sie.

Termin ansehen:
https://termine.example/patient/overview?id=abc

Der Kalendereintrag liegt dieser E-Mail bei.

${HOW_TO_CANCEL}
Termin stornieren:
https://termine.example/patient/reject?id=abc

${SIGNATURE}`)
  })

  it('has no board for a message that nobody wrote', () => {
    for (const message of ['', ' \n\t\r\n ']) {
      const { text, html } = confirmedEmail({ ...about, message, now: BOOKING.createdAt })
      expect(text + html).not.toContain('Nachricht der Ordination')
      expect(text).not.toMatch(/^>|\n\n\n/m)
    }
  })

  it('that is written after the cut-off for cancelling offers the telephone, however early the reservation was', () => {
    const now = BOOKING.startsAt - CANCELLATION_NOTICE
    const early = confirmedEmail({ ...about, message: '', now: now - 1 })
    const late = confirmedEmail({ ...about, message: '', now })
    expect(early.text).toContain(URLS.cancelUrl)
    expect(late.text).toContain('Bitte rufen Sie uns an: +43 5572 000 000.')
    expect(late.text + late.html).not.toContain(URLS.cancelUrl)
  })
})

describe('the e-mail "Dieser Termin ist leider nicht möglich"', () => {
  it('says this', () => {
    const { subject, text } = SAMPLE_EMAILS.rejected
    expect(subject).toBe('Termin leider nicht möglich: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Dieser Termin ist leider nicht möglich

Guten Tag Frau Musterfrau! Leider können wir Ihre Reservierung nicht annehmen. Gerne können Sie online einen anderen Termin buchen.

Dienstag, 12. Jänner 2027, 08:30 Uhr
Abgelehnt

Leistung: Akupunktur

Nachricht der Ordination:
> An diesem Tag ist die Ordination geschlossen.

Anderen Termin buchen:
https://termine.example

Sie haben Fragen? Bitte rufen Sie uns an: +43 5572 000 000.

${SIGNATURE}`)
  })
})

describe('the e-mail about a cancellation', () => {
  it('says this when the practice cancelled', () => {
    const { subject, text } = SAMPLE_EMAILS['cancelled-by-staff']
    expect(subject).toBe('Termin abgesagt: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Wir müssen Ihren Termin leider absagen

Guten Tag Frau Musterfrau! Es tut uns leid, dass dieser Termin nicht stattfinden kann. Gerne können Sie online einen neuen Termin buchen.

Dienstag, 12. Jänner 2027, 08:30 Uhr
Storniert

Leistung: Akupunktur

Nachricht der Ordination:
> Die Ärztin ist an diesem Tag auf Fortbildung.

Neuen Termin buchen:
https://termine.example

Sie haben Fragen? Bitte rufen Sie uns an: +43 5572 000 000.

${SIGNATURE}`)
  })

  it('says this when the patient cancelled', () => {
    const { subject, text } = SAMPLE_EMAILS['cancelled-by-patient']
    expect(subject).toBe('Termin storniert: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Ihr Termin ist storniert

Guten Tag Frau Musterfrau! Wir haben Ihren Termin wie gewünscht storniert. Danke, dass Sie uns Bescheid gegeben haben.

Dienstag, 12. Jänner 2027, 08:30 Uhr
Storniert

Leistung: Akupunktur

Ihre Nachricht an die Ordination:
> Ich bin verreist.

Neuen Termin buchen:
https://termine.example

Sie haben nicht storniert? Bitte rufen Sie uns an: +43 5572 000 000.

${SIGNATURE}`)
  })

  it('tells the practice who, when and why', () => {
    const { subject, text } = SAMPLE_EMAILS['cancelled-for-the-practice']
    expect(subject).toBe('Termin storniert: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Termin storniert

Frau Maria Musterfrau hat diesen Termin online storniert. Die Zeit ist wieder frei.

Dienstag, 12. Jänner 2027, 08:30 Uhr
Storniert

Nachricht der Patientin:
> Ich bin verreist.

Patientin: Maria Musterfrau
Leistung: Akupunktur
Telefon: +43 660 1234567
E-Mail: maria@example.at
Eingegangen: Fr 20. November, 10:05

${SIGNATURE}`)
  })

  it('calls a man a man', () => {
    const booking = { ...BOOKING, salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
    const { text } = cancelledByPatientEmail({ ...about, booking, reason: 'Krank.' })
    expect(text).toContain('Herr Max Muster hat diesen Termin online storniert.')
    expect(text).toContain('Nachricht des Patienten:\n> Krank.')
    expect(text).toContain('Patient: Max Muster')
  })
})

describe('the reminder', () => {
  it('says this', () => {
    const { subject, text } = SAMPLE_EMAILS.reminder
    expect(subject).toBe('Erinnerung an Ihren Termin: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Ihr Termin steht bevor

Guten Tag Frau Musterfrau! Wir erinnern Sie an Ihren Termin und freuen uns auf Sie.

Dienstag, 12. Jänner 2027, 08:30 Uhr
Bestätigt

Leistung: Akupunktur
Preis: € 180
Ort: Musterstraße 12, 6850 Dornbirn

Termin ansehen:
https://termine.example/patient/overview?id=abc

${HOW_TO_CANCEL}
Termin stornieren:
https://termine.example/patient/reject?id=abc

${SIGNATURE}`)
  })

  it('offers the telephone when it goes out after the cut-off for cancelling', () => {
    const { text, html } = reminderEmail({ ...about, now: BOOKING.startsAt - CANCELLATION_NOTICE })
    expect(text).toContain('Bitte rufen Sie uns an: +43 5572 000 000.')
    expect(text + html).not.toContain(URLS.cancelUrl)
  })
})

describe('the e-mail about a request that nobody answered', () => {
  it('says this', () => {
    const { subject, text } = SAMPLE_EMAILS.unanswered
    expect(subject).toBe('Noch unbeantwortet: Dienstag, 12. Jänner 2027, 08:30 Uhr')
    expect(text).toBe(`Diese Reservierung wartet noch

Frau Maria Musterfrau wartet seit 24 Stunden auf Ihre Bestätigung. Das Portal erinnert Sie daran nur dieses eine Mal.

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

describe('every e-mail', () => {
  it.each(Object.entries(SAMPLE_EMAILS))(
    '%s: says whose it is, and what kind of practice',
    (_name, { html }) => {
      const shown = html.replace(/<[^>]+>/g, ' ')
      expect(shown).toMatch(/(Dr\. Alma Beispiel|Beispielhofer)\s+Wahlarztordination für Allgemeinmedizin/)
    },
  )

  it.each(Object.entries(SAMPLE_EMAILS))(
    '%s: names neither treatment nor patient in the subject',
    (_name, { subject }) => {
      expect(subject).not.toMatch(/Akupunktur|Erstordination|Muster|Maria|Befund|Ärztin|verreist/)
    },
  )

  it.each(Object.entries(SAMPLE_EMAILS))(
    '%s: is silent about the social security number and the birth date',
    (_name, email) => {
      expect(JSON.stringify(email)).not.toMatch(/1237|0101\s?80|1980|nüchtern/)
    },
  )

  it.each(Object.entries(SAMPLE_EMAILS))(
    '%s: says in HTML what it says as text, links included',
    (_name, { text, html }) => {
      const [words = ''] = text.split('\n\n-- ')
      const shown = readable(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ')).replace(
        /\s+/g,
        ' ',
      )
      for (const line of words.split('\n').filter((line) => line !== '')) {
        if (line.startsWith('https://')) expect(readable(html)).toContain(`href="${line}"`)
        else
          for (const piece of line.replace(/^> ?/, '').split(/: |:$/))
            expect(shown).toContain(piece.replace(/\s+/g, ' '))
      }
    },
  )

  it.each(Object.entries(SAMPLE_EMAILS))(
    '%s: loads nothing from outside and has one button at most',
    (name, { html }) => {
      expect(html).not.toMatch(/<img|<script|<link|@import|url\(|src=/i)
      expect(html.match(/style="[^"]*display:block/g) ?? []).toHaveLength(
        name === 'cancelled-for-the-practice' ? 0 : 1,
      )
    },
  )

  it.each(Object.entries(SAMPLE_EMAILS))(
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
    const practice = Object.fromEntries(Object.keys(PRACTICE).map((key) => [key, ''])) as typeof PRACTICE
    const nameless = { ...about, practice, message: '' }
    for (const { text, html } of [
      reservationReceivedEmail(nameless),
      confirmedEmail({ ...nameless, now: BOOKING.startsAt }),
      cancelledEmail({ ...nameless, by: 'patient' }),
    ]) {
      expect(text).not.toMatch(/undefined|Ort:|an: /)
      expect(html).not.toMatch(/undefined|href="(tel|mailto):"/)
    }
  })
})

describe('the test e-mail', () => {
  it('says this', () => {
    expect(SAMPLE_EMAILS.test.subject).toBe('Test-E-Mail der Online-Terminbuchung')
    expect(SAMPLE_EMAILS.test.text).toBe(`Der E-Mail-Versand funktioniert

Diese Test-E-Mail wurde am Sonntag, 22. November 2026, 10:05 Uhr, im Adminbereich angefordert. Auf demselben Weg erreichen auch Ihre Patientinnen und Patienten unsere E-Mails.

Zum Adminbereich:
https://termine.example/admin

Sie müssen nichts weiter tun.

${SIGNATURE}`)
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
    fresh: newReservationEmail({ ...hostile, confirmUrl: 'javascript:alert(1)' }),
    confirmed: confirmedEmail({ ...hostile, now: BOOKING.startsAt }),
    rejected: rejectedEmail(hostile),
    cancelled: cancelledEmail({ ...hostile, by: 'staff' }),
    toPractice: cancelledByPatientEmail({ ...hostile, reason: evil }),
  }

  it.each(Object.entries(emails))('stays text in the HTML: %s', (_name, { html }) => {
    expect(html).not.toMatch(/<img|<script|javascript:/i)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
      expect(tag).toMatch(/^<\w+( [\w-]+="[^"]*")*>$/)
    }
  })

  it.each(Object.entries(emails))(
    'forges no line in the text and none in the subject: %s',
    (_name, email) => {
      const lines = email.text.split(/[\r\n]/)
      expect(lines.filter((line) => line.startsWith('Bcc:'))).toEqual([])
      expect(lines.filter((line) => line === '-- ')).toHaveLength(1)
      expect(email.text).not.toContain('\u0000')
      expect(email.subject).not.toMatch(/\p{Cc}/u)
    },
  )

  it('is quoted where somebody wrote several lines', () => {
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
