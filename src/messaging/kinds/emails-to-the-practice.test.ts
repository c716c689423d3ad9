import { it } from 'vitest'
import { type ExpectedEmail, expectSample } from '../../testing/expected-email.ts'
import { SAMPLE_URLS, type SampleName } from '../../testing/sample-emails.ts'
import {
  ASKED_START_IN_WORDS,
  DECIDE_PASSAGE,
  MOVE_LINES,
  PATIENT_LINES,
  START_IN_WORDS,
} from '../../testing/sample-words.ts'

/** The facts in an e-mail that does not report the booking itself: when it was booked, with the year. */
const BOOKED_FACTS = PATIENT_LINES.replace(
  'Eingegangen: Fr 20. November,',
  'Gebucht am: Fr 20. November 2026,',
)

/** The subject of each sample e-mail to the practice (`samples` of its kind), and passages of its text. */
const EMAILS = {
  'new-reservation': {
    subject: `Neue Reservierung: ${START_IN_WORDS}`,
    passages: [
      'Frau Maria Musterfrau hat online einen Termin reserviert und wartet auf Ihre Bestätigung.',
      `${START_IN_WORDS}\nauf manuelle Bestätigung wartend`,
      PATIENT_LINES,
      DECIDE_PASSAGE,
    ],
  },
  'new-for-a-child': {
    subject: `Neue Reservierung: ${START_IN_WORDS}`,
    passages: [
      'Maria Musterfrau (für Max Mustermann) hat online einen Termin reserviert und wartet auf Ihre Bestätigung.',
      'Patient: Max Mustermann\nGebucht von: Maria Musterfrau, für das eigene Kind\nLeistung: Akupunktur',
    ],
  },
  'request-moved-for-the-practice': {
    subject: `Reservierung verschoben: ${START_IN_WORDS}`,
    passages: [
      'Frau Maria Musterfrau hat die Reservierung online verschoben. Frühere Links gelten nicht mehr. Bisher: Montag, 11. Jänner 2027, 08:30 Uhr.',
      'Nachricht der Patientin:\n> Am Montag',
      BOOKED_FACTS,
      DECIDE_PASSAGE,
    ],
  },
  'moved-for-the-practice': {
    subject: `Termin verschoben: ${START_IN_WORDS}`,
    passages: [
      'hat den Termin online verschoben. Die bisherige Zeit ist wieder frei.',
      `${START_IN_WORDS}\nBestätigt`,
      BOOKED_FACTS,
    ],
    excluded: /sig=/,
  },
  'move-asked': {
    subject: `Verschiebung angefragt: ${ASKED_START_IN_WORDS}`,
    passages: [
      MOVE_LINES,
      '> Geht es auch am Mittwoch?',
      BOOKED_FACTS,
      DECIDE_PASSAGE.replaceAll(/Termin (?=be|ab)/g, 'Verschiebung '),
    ],
  },
  'move-unanswered': {
    subject: `Verschiebung noch unbeantwortet: ${ASKED_START_IN_WORDS}`,
    passages: [
      'Frau Maria Musterfrau wartet seit 24 Stunden auf Ihre Antwort',
      MOVE_LINES,
      SAMPLE_URLS.confirmUrl,
    ],
  },
  'cancelled-for-the-practice': {
    subject: `Termin abgesagt: ${START_IN_WORDS}`,
    passages: [
      'Frau Maria Musterfrau hat diesen Termin online abgesagt. Die Zeit ist wieder frei.',
      'Nachricht der Patientin:\n> Ich bin verreist.',
      BOOKED_FACTS,
    ],
  },
  unanswered: {
    subject: `Noch unbeantwortet: ${START_IN_WORDS}`,
    passages: [
      'wartet seit 24 Stunden auf Ihre Bestätigung. Das Portal erinnert Sie daran nur',
      PATIENT_LINES,
      DECIDE_PASSAGE,
    ],
  },
  gathered: {
    subject: '2 weitere Nachrichten zu einer E-Mail-Adresse',
    passages: [
      `Neue Anfrage: Frau Maria Musterfrau, ${START_IN_WORDS} – auf manuelle Bestätigung wartend\nAnfrage öffnen:\n${SAMPLE_URLS.confirmUrl}`,
      `Absage eines Patienten: Frau Maria Musterfrau, ${START_IN_WORDS} – Storniert`,
    ],
  },
  'gathered-strangers': {
    subject: '1 Anfrage, 1 Absage von neuen Patienten',
    passages: [
      `Neue Anfrage: ${START_IN_WORDS} – auf manuelle Bestätigung wartend\nAnfrage öffnen:\n${SAMPLE_URLS.confirmUrl}`,
      `Absage eines Patienten: ${START_IN_WORDS} – Storniert`,
    ],
    excluded: /Maria|Musterfrau/,
  },
  'erp-conflict': {
    subject: 'Terminkonflikt mit Odoo',
    passages: [`Termin: ${START_IN_WORDS}`, `Termine ansehen:\n${SAMPLE_URLS.adminUrl}`],
    excluded: /Maria/,
  },
  danger: {
    subject: 'Ordi: Achtung – Sicherung veraltet',
    passages: ['Seit 40 Stunden gibt es keine neue Sicherung.', `Zur Verwaltung:\n${SAMPLE_URLS.adminUrl}`],
  },
  'offer-taken-for-the-practice': {
    subject: `Termin verschoben: ${START_IN_WORDS}`,
    passages: ['hat eine Zeit der Warteliste angenommen.'],
  },
  dangers: {
    subject: 'Ordi: Achtung – 2 Störungen',
    passages: ['2 E-Mails konnten nicht', 'E-Mails warten seit 25 Minuten'],
  },
  'all-clear': {
    subject: 'Ordi: Wieder in Ordnung',
    passages: ['Die gemeldeten Störungen sind vorbei.'],
  },
  test: {
    subject: 'Test-E-Mail der Online-Terminbuchung',
    passages: [
      'am Sonntag, 22. November 2026, 10:05 Uhr, in der Verwaltung angefordert',
      SAMPLE_URLS.adminUrl,
    ],
  },
} satisfies Partial<Record<SampleName, ExpectedEmail>>

it.each(Object.entries<ExpectedEmail>(EMAILS))(
  'the e-mail %s to the practice has its subject and its passages',
  (name, expected) => expectSample(name as SampleName, expected),
)
