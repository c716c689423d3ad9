import { expect, it } from 'vitest'
import { withPlainSpaces } from '../../testing/plain-spaces.ts'
import { SAMPLE_EMAILS, SAMPLE_URLS, type SampleName } from '../../testing/sample-emails.ts'
import {
  ALL_BOOKINGS,
  CALL,
  CANCEL,
  MOVE,
  MOVE_TIMES,
  MOVE_TO,
  OVERVIEW,
  WHEN,
} from '../../testing/sample-words.ts'

/** The subject, passages of the text, and a pattern that the text must not match. */
type Expected = Readonly<{ subject: string; passages: readonly string[]; missing?: RegExp }>

const EMAILS = {
  'email-verification': {
    subject: '049217 ist Ihr Code',
    passages: [
      'E-Mail bestätigen:\nhttps://termine.example/email/verify?token=t',
      'diesen Code ein: 049217',
      'Link und Code gelten 30 Minuten.',
    ],
  },
  access: {
    subject: 'Ihr Zugang zu „Meine Termine“',
    passages: [
      'Meine Termine öffnen:\nhttps://termine.example/meine-termine?token=t',
      'diesen Code ein: 049217',
      'Link und Code gelten 30 Minuten.',
    ],
  },
  'reservation-received': {
    subject: `Reservierung erhalten: ${WHEN}`,
    passages: [
      'Guten Tag Frau Musterfrau! Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.',
      `${WHEN}\nauf manuelle Bestätigung wartend`,
      'Preis: € 180',
      OVERVIEW,
      `${MOVE}\n\n${CANCEL}\n\n${ALL_BOOKINGS}`,
    ],
  },
  'received-for-a-child': {
    subject: `Reservierung erhalten: ${WHEN}`,
    passages: ['Guten Tag Maria Musterfrau! Es geht um den Termin für Max Mustermann. Bitte beachten Sie'],
    missing: /Herr/,
  },
  confirmed: {
    subject: `Termin bestätigt: ${WHEN}`,
    passages: ['Ihr Termin ist bestätigt'],
  },
  moved: {
    subject: `Termin verschoben: ${WHEN}`,
    passages: [
      'Wir haben Ihren Termin verschoben. Bisher: Montag, 11. Jänner 2027, 08:30 Uhr. Die neue Zeit:',
      `${WHEN}\nBestätigt`,
      'Nachricht der Ordination:\n> Die Ärztin',
      OVERVIEW,
      'Der neue Kalendereintrag liegt dieser E-Mail bei.',
      `Die neue Zeit passt Ihnen nicht? ${CALL}`,
      `Oder wählen Sie online eine andere:\nTermin verschieben:\n${SAMPLE_URLS.moveUrl}`,
      CANCEL,
    ],
  },
  'moved-as-asked': {
    subject: `Termin verschoben: ${WHEN}`,
    passages: [
      'Wir haben Ihren Termin wie gewünscht verschoben.',
      'Der neue Kalendereintrag liegt dieser E-Mail bei.',
      MOVE,
    ],
    missing: /neue Zeit passt Ihnen nicht/,
  },
  'move-received': {
    subject: `Verschiebung angefragt: ${MOVE_TO}`,
    passages: ['Bis dahin bleibt Ihr Termin, wie er ist.', MOVE_TIMES, OVERVIEW, `${MOVE}\n\n${CANCEL}`],
  },
  'move-rejected': {
    subject: `Ihr Termin bleibt: ${WHEN}`,
    passages: [
      `Leider können wir Ihren Termin nicht auf ${MOVE_TO}, verschieben. Es bleibt bei dieser Zeit:`,
      'Nachricht der Ordination:\n> Am Mittwoch',
      `${MOVE}\n\n${CANCEL}`,
    ],
  },
  'move-lapsed': {
    subject: `Ihr Termin bleibt: ${WHEN}`,
    passages: [
      `Leider haben wir Ihre Anfrage, den Termin auf ${MOVE_TO}, zu verschieben, nicht rechtzeitig beantwortet.`,
    ],
  },
  'reminder-with-move': {
    subject: `Erinnerung an Ihren Termin: ${WHEN}`,
    passages: ['Solange wir das nicht bestätigt haben'],
    missing: /patient\/move/,
  },
  'moved-request': {
    subject: `Reservierung verschoben: ${WHEN}`,
    passages: [`${WHEN}\nauf manuelle Bestätigung wartend`, 'zuerst manuell bestätigen'],
    missing: /Kalendereintrag/,
  },
  rejected: {
    subject: `Termin leider nicht möglich: ${WHEN}`,
    passages: [
      `${WHEN}\nAbgelehnt\n\nLeistung: Akupunktur\n\nNachricht der Ordination:\n> An diesem Tag`,
      `Anderen Termin buchen:\n${SAMPLE_URLS.bookUrl}`,
      `Sie haben Fragen? ${CALL}`,
    ],
    missing: /Preis|stornieren/,
  },
  cancelled: {
    subject: `Termin abgesagt: ${WHEN}`,
    passages: [
      'Es tut uns leid, dass dieser Termin nicht stattfinden kann.',
      `${WHEN}\nStorniert\n\nLeistung: Akupunktur\n\nNachricht der Ordination:\n> Die Ärztin`,
      `Neuen Termin buchen:\n${SAMPLE_URLS.bookUrl}`,
      `Sie haben Fragen? ${CALL}`,
    ],
    missing: /Preis|stornieren/,
  },
  'cancelled-as-asked': {
    subject: `Termin abgesagt: ${WHEN}`,
    passages: [
      'Wir haben Ihren Termin wie gewünscht abgesagt.',
      'Ihre Nachricht an die Ordination:\n> Ich bin verreist.',
      `Neuen Termin buchen:\n${SAMPLE_URLS.bookUrl}`,
      `Sie haben nicht abgesagt? ${CALL}`,
    ],
    missing: /Preis|stornieren/,
  },
  reminder: {
    subject: `Erinnerung an Ihren Termin: ${WHEN}`,
    passages: [
      'Wir erinnern Sie an Ihren Termin',
      `${WHEN}\nBestätigt`,
      'Preis: € 180',
      OVERVIEW,
      `${MOVE}\n\n${CANCEL}\n\n${ALL_BOOKINGS}`,
    ],
  },
  offer: {
    subject: 'Frei geworden: Freitag, 8. Jänner 2027, 08:30 Uhr',
    passages: [
      'Guten Tag Frau Musterfrau! Sie stehen auf unserer Warteliste. Bis So 22. November, 11:05 Uhr halten wir diese Zeit für Sie frei:',
      `Frei geworden: Freitag, 8. Jänner 2027, 08:30 Uhr
Leistung: Akupunktur
Dauer: ca. 40 Min
Preis: € 180
Ort: Musterstraße 12, 6850 Dornbirn
Ihr Termin bisher: ${WHEN}`,
      'Ohne Antwort bieten wir die Zeit jemand anderem an. Ihr Termin bleibt dann, wie er ist.',
      `Annehmen oder ablehnen:\n${SAMPLE_URLS.offerUrl}`,
      `Eintrag ändern:\n${SAMPLE_URLS.entryUrl}`,
    ],
  },
  'offer-without-appointment': {
    subject: 'Frei geworden: Freitag, 8. Jänner 2027, 08:30 Uhr',
    passages: [
      'Guten Tag! Sie stehen auf unserer Warteliste.',
      'Leistung: Akupunktur\nDauer: ca. 40 Min\nPreis: € 180',
    ],
    missing: /Ihr Termin/,
  },
} satisfies Partial<Record<SampleName, Expected>>

it.each(Object.entries<Expected>(EMAILS))(
  'the e-mail %s to a patient has its subject and its passages',
  (name, { subject, passages, missing }) => {
    const email = SAMPLE_EMAILS[name as SampleName]
    expect(email.subject).toBe(subject)
    const text = withPlainSpaces(email.text)
    for (const passage of passages) expect(text).toContain(passage)
    if (missing !== undefined) expect(text).not.toMatch(missing)
    expect(text).not.toContain('undefined')
  },
)
