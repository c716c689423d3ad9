import { it } from 'vitest'
import { type ExpectedEmail, expectSample } from '../../testing/expected-email.ts'
import { SAMPLE_URLS, type SampleName } from '../../testing/sample-emails.ts'
import {
  ALL_BOOKINGS_PASSAGE,
  ASKED_START_IN_WORDS,
  CALL_PASSAGE,
  CANCEL_PASSAGE,
  MOVE_LINES,
  MOVE_PASSAGE,
  OVERVIEW_PASSAGE,
  START_IN_WORDS,
} from '../../testing/sample-words.ts'

/** The subject of each sample e-mail to patients (`samples` of its kind), and passages of its text. */
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
    subject: `Reservierung erhalten: ${START_IN_WORDS}`,
    passages: [
      'Guten Tag Frau Musterfrau! Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.',
      `${START_IN_WORDS}\nauf manuelle Bestätigung wartend`,
      'Preis: € 180',
      OVERVIEW_PASSAGE,
      `${MOVE_PASSAGE}\n\n${CANCEL_PASSAGE}\n\n${ALL_BOOKINGS_PASSAGE}`,
    ],
  },
  'received-for-a-child': {
    subject: `Reservierung erhalten: ${START_IN_WORDS}`,
    passages: ['Guten Tag Maria Musterfrau! Es geht um den Termin für Max Mustermann. Bitte beachten Sie'],
    excluded: /Herr/,
  },
  confirmed: {
    subject: `Termin bestätigt: ${START_IN_WORDS}`,
    passages: ['Ihr Termin ist bestätigt'],
  },
  moved: {
    subject: `Termin verschoben: ${START_IN_WORDS}`,
    passages: [
      'Wir haben Ihren Termin verschoben. Bisher: Montag, 11. Jänner 2027, 08:30 Uhr. Die neue Zeit:',
      `${START_IN_WORDS}\nBestätigt`,
      'Nachricht der Ordination:\n> Die Ärztin',
      OVERVIEW_PASSAGE,
      'Der neue Kalendereintrag liegt dieser E-Mail bei.',
      `Die neue Zeit passt Ihnen nicht? ${CALL_PASSAGE}`,
      `Oder wählen Sie online eine andere:\nTermin verschieben:\n${SAMPLE_URLS.moveUrl}`,
      CANCEL_PASSAGE,
    ],
  },
  'moved-as-asked': {
    subject: `Termin verschoben: ${START_IN_WORDS}`,
    passages: [
      'Wir haben Ihren Termin wie gewünscht verschoben.',
      'Der neue Kalendereintrag liegt dieser E-Mail bei.',
      MOVE_PASSAGE,
    ],
    excluded: /neue Zeit passt Ihnen nicht/,
  },
  'move-received': {
    subject: `Verschiebung angefragt: ${ASKED_START_IN_WORDS}`,
    passages: [
      'Bis dahin bleibt Ihr Termin, wie er ist.',
      MOVE_LINES,
      OVERVIEW_PASSAGE,
      `${MOVE_PASSAGE}\n\n${CANCEL_PASSAGE}`,
    ],
  },
  'move-rejected': {
    subject: `Ihr Termin bleibt: ${START_IN_WORDS}`,
    passages: [
      `Leider können wir Ihren Termin nicht auf ${ASKED_START_IN_WORDS}, verschieben. Es bleibt bei dieser Zeit:`,
      'Nachricht der Ordination:\n> Am Mittwoch',
      `${MOVE_PASSAGE}\n\n${CANCEL_PASSAGE}`,
    ],
  },
  'move-lapsed': {
    subject: `Ihr Termin bleibt: ${START_IN_WORDS}`,
    passages: [
      `Leider haben wir Ihre Anfrage, den Termin auf ${ASKED_START_IN_WORDS}, zu verschieben, nicht rechtzeitig beantwortet.`,
    ],
  },
  'reminder-with-move': {
    subject: `Erinnerung an Ihren Termin: ${START_IN_WORDS}`,
    passages: ['Solange wir das nicht bestätigt haben'],
    excluded: /patient\/move/,
  },
  'moved-request': {
    subject: `Reservierung verschoben: ${START_IN_WORDS}`,
    passages: [`${START_IN_WORDS}\nauf manuelle Bestätigung wartend`, 'zuerst manuell bestätigen'],
    excluded: /Kalendereintrag/,
  },
  rejected: {
    subject: `Termin leider nicht möglich: ${START_IN_WORDS}`,
    passages: [
      `${START_IN_WORDS}\nAbgelehnt\n\nLeistung: Akupunktur\n\nNachricht der Ordination:\n> An diesem Tag`,
      `Anderen Termin buchen:\n${SAMPLE_URLS.bookUrl}`,
      `Sie haben Fragen? ${CALL_PASSAGE}`,
    ],
    excluded: /Preis|stornieren/,
  },
  cancelled: {
    subject: `Termin abgesagt: ${START_IN_WORDS}`,
    passages: [
      'Es tut uns leid, dass dieser Termin nicht stattfinden kann.',
      `${START_IN_WORDS}\nStorniert\n\nLeistung: Akupunktur\n\nNachricht der Ordination:\n> Die Ärztin`,
      `Neuen Termin buchen:\n${SAMPLE_URLS.bookUrl}`,
      `Sie haben Fragen? ${CALL_PASSAGE}`,
    ],
    excluded: /Preis|stornieren/,
  },
  'cancelled-as-asked': {
    subject: `Termin abgesagt: ${START_IN_WORDS}`,
    passages: [
      'Wir haben Ihren Termin wie gewünscht abgesagt.',
      'Ihre Nachricht an die Ordination:\n> Ich bin verreist.',
      `Neuen Termin buchen:\n${SAMPLE_URLS.bookUrl}`,
      `Sie haben nicht abgesagt? ${CALL_PASSAGE}`,
    ],
    excluded: /Preis|stornieren/,
  },
  reminder: {
    subject: `Erinnerung an Ihren Termin: ${START_IN_WORDS}`,
    passages: [
      'Wir erinnern Sie an Ihren Termin',
      `${START_IN_WORDS}\nBestätigt`,
      'Preis: € 180',
      OVERVIEW_PASSAGE,
      `${MOVE_PASSAGE}\n\n${CANCEL_PASSAGE}\n\n${ALL_BOOKINGS_PASSAGE}`,
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
Ihr Termin bisher: ${START_IN_WORDS}`,
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
    excluded: /Ihr Termin/,
  },
} satisfies Partial<Record<SampleName, ExpectedEmail>>

it.each(Object.entries<ExpectedEmail>(EMAILS))(
  'the e-mail %s to a patient has its subject and its passages',
  (name, expected) => expectSample(name as SampleName, expected),
)
