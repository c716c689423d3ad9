import { ENDED_ENTRY_DAYS } from '../booking/ended-entries.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import type { Ctx } from '../ctx.ts'
import { BACKUP_MONTHS } from '../db/backup-retention.ts'
import { sectionsOfParagraphs, type TextOfSections } from '../practice/own-text.ts'
import { readSetting } from '../practice/settings.ts'
import { RECORDED_FIELDS, REMEMBERED_DAYS } from '../shared/contact/contact.ts'
import { recipientLine, recipientLines } from './recipients.ts'
import {
  contactLine,
  limitOrGap,
  MISUSE_DATA_DAYS,
  NO_LIMIT,
  type RecordFacts,
  recordFactsOf,
} from './record-facts.ts'
import { daysInAccusative, daysText, joinedNames, REVIEW_NOTE, TO_FILL, textSection } from './text-parts.ts'

const INFORMATION_TITLE = 'Information zum Datenschutz bei der Online-Terminbuchung'
const AUTHORITY =
  'Österreichische Datenschutzbehörde, Barichgasse 40–42, 1030 Wien, Telefon +43 1 52 152-0, dsb@dsb.gv.at, www.dsb.gv.at'

/** The information for patients names two fields more exactly than the record of processing. */
const PATIENT_FIELDS = { ...RECORDED_FIELDS, email: 'E-Mail-Adresse', mobile: 'Telefonnummer' }

/** Returns the information for patients (Art. 13 GDPR) as a template, which asks for what is missing. */
export function patientInformation(ctx: Ctx): TextOfSections {
  const facts = recordFactsOf(ctx)
  return {
    title: INFORMATION_TITLE,
    sections: [
      textSection('', `Nach Art. 13 DSGVO, Stand ${facts.today}`, REVIEW_NOTE),
      ...informationSections(facts, {
        controller: contactLine(facts, TO_FILL),
        officerLines: [`Datenschutzbeauftragte Person, falls bestellt: ${TO_FILL}`],
        recipientLines: recipientLines(facts.recipients),
        limitFor: limitOrGap,
      }),
    ],
  }
}

/**
 * Returns the information that patients read (docs/behaviour.md 16.16): the practice's own text, by
 * paragraphs, or else the template without what only the practice could fill in.
 */
export function publicInformation(ctx: Ctx): TextOfSections {
  const ownText = readSetting(ctx, 'general', 'privacy_text')
  const sections = ownText === '' ? publicSections(ctx) : sectionsOfParagraphs(ownText)
  return { title: INFORMATION_TITLE, sections }
}

function publicSections(ctx: Ctx): TextOfSections['sections'] {
  const facts = recordFactsOf(ctx)
  return informationSections(facts, {
    controller: contactLine(facts, '') || 'Die Ordination, bei der Sie buchen.',
    officerLines: [],
    recipientLines: publicRecipients(facts),
    limitFor: publicLimit,
  })
}

/** The lines that differ between the template for the practice, which has gaps, and the text for patients. */
type AudienceLines = Readonly<{
  controller: string
  officerLines: readonly string[]
  recipientLines: readonly string[]
  /** Returns a time limit as it is shown. */
  limitFor: (limit: string) => string
}>

function informationSections(facts: RecordFacts, lines: AudienceLines): TextOfSections['sections'] {
  return [
    textSection('Wer ist verantwortlich?', lines.controller, ...lines.officerLines),
    dataSection(facts),
    LEGAL_BASIS,
    OBLIGATION,
    limitsSection(facts, lines.limitFor),
    textSection(
      'Wer bekommt die Daten?',
      'Das Portal betreiben wir selbst. Sonst bekommen die Daten nur Dienstleister, die für uns arbeiten:',
      ...lines.recipientLines,
      'Die Karte von Google wird erst geladen, wenn Sie „Karte laden“ drücken. Google erfährt dann Ihre IP-Adresse und unsere Anschrift.',
    ),
    BROWSER_DATA,
    RIGHTS,
  ]
}

function dataSection({ portal }: RecordFacts) {
  return textSection(
    'Welche Daten verarbeiten wir, und wozu?',
    `Wenn Sie unter ${portal} einen Termin buchen, verarbeiten wir ${joinedNames(PATIENT_FIELDS)}, die gewählte Leistung, den Termin und ob Sie gekommen sind. Bei Wohnsitz in Österreich kommt die Sozialversicherungsnummer dazu, wenn Sie eine haben. Zu manchen Leistungen stellen wir Fragen.`,
    'Buchen Sie für jemand anderen, verarbeiten wir diese Angaben zur Patientin oder zum Patienten, dazu Ihren Namen und Ihre Beziehung; E-Mail-Adresse und Telefonnummer sind dann Ihre.',
    'Die Sozialversicherungsnummer brauchen wir für die Honorarnote, die Sie bei Ihrer Krankenversicherung einreichen.',
    'Mit den anderen Angaben vereinbaren wir Ihren Termin, verständigen Sie per E-Mail und SMS und bereiten Ihren Besuch vor.',
    'Stehen Sie auf unserer Warteliste, bieten wir Ihnen per E-Mail und SMS Zeiten an, die frei werden und zu Ihren Wünschen passen.',
    'Vor der ersten Buchung bestätigen Sie Ihre E-Mail-Adresse, damit niemand in Ihrem Namen bucht.',
    'Gegen Missbrauch zählen wir Anfragen mit verschlüsselten Prüfwerten von IP-Adresse und Browser. Namen sind darin nicht enthalten.',
  )
}

const LEGAL_BASIS = textSection(
  'Auf welcher Grundlage?',
  'Für Ihren Termin: Art. 6 Abs. 1 lit. b DSGVO (Vertrag und seine Anbahnung), für Gesundheitsdaten Art. 9 Abs. 2 lit. h DSGVO (Versorgung im Gesundheitsbereich). Wir unterliegen der ärztlichen Verschwiegenheit (§ 54 ÄrzteG 1998).',
  'Wo uns ein Gesetz dazu verpflichtet: Art. 6 Abs. 1 lit. c DSGVO.',
  'Für den Schutz vor Missbrauch: Art. 6 Abs. 1 lit. f DSGVO. Unser berechtigtes Interesse ist ein sicheres Portal.',
)

const OBLIGATION = textSection(
  'Müssen Sie diese Daten angeben?',
  'Online geht es nur mit den Angaben im Formular. Ohne sie vereinbaren Sie Ihren Termin bitte am Telefon.',
  'Es gibt keine automatische Entscheidung und kein Profiling (Art. 22 DSGVO). Über jede Anfrage entscheidet die Ordination.',
)

function limitsSection(facts: RecordFacts, limitFor: AudienceLines['limitFor']) {
  return textSection(
    'Wie lange bleiben die Daten?',
    `Termine: ${limitFor(facts.bookingsLimit)}.`,
    `Sozialversicherungsnummer und Antworten auf unsere Fragen: ${limitFor(facts.svnrLimit)}.`,
    `E-Mails und SMS: ${limitFor(facts.messagesLimit)}.`,
    `Einträge auf der Warteliste: bis ${daysInAccusative(ENDED_ENTRY_DAYS)} nach ihrem Ende.`,
    `Zählungen gegen Missbrauch: höchstens ${daysInAccusative(MISUSE_DATA_DAYS)}. Prüfwert Ihres Browsers: ${daysText(KNOWN_DAYS)}.`,
    `In Sicherungen bleiben gelöschte Daten bis zu ${BACKUP_MONTHS} Monate.`,
    'Für unsere ärztliche Dokumentation gelten eigene Fristen (mindestens zehn Jahre, § 51 ÄrzteG 1998).',
  )
}

const BROWSER_DATA = textSection(
  'Was speichert Ihr Browser?',
  `Ein Cookie, das Ihren Browser nach der Bestätigung der E-Mail-Adresse wiedererkennt (${daysText(KNOWN_DAYS)}), und den Stand Ihrer Buchung. Beides ist technisch notwendig (§ 165 Abs. 3 TKG 2021).`,
  `Nur wenn Sie „Auf diesem Gerät merken“ wählen: Ihre Kontaktdaten für ${daysText(REMEMBERED_DAYS)}, ohne Sozialversicherungsnummer.`,
)

const RIGHTS = textSection(
  'Ihre Rechte',
  'Sie können Auskunft, Berichtigung, Löschung, Einschränkung und Übertragung Ihrer Daten verlangen und der Verarbeitung widersprechen (Art. 15 bis 18, 20 und 21 DSGVO). Schreiben Sie uns oder rufen Sie an.',
  `Sie können sich bei der Aufsichtsbehörde beschweren: ${AUTHORITY}`,
)

/** Returns a line for each recipient, under its name for patients. */
function publicRecipients({ recipients }: RecordFacts): string[] {
  if (recipients.length === 0) return ['Derzeit niemand.']
  return recipients.map((recipient) =>
    recipientLine({ ...recipient, name: recipient.publicName ?? recipient.name }),
  )
}

/** Returns the time limit, or else the criterion for it, which the law accepts too. */
function publicLimit(until: string): string {
  return until === NO_LIMIT ? 'solange wir sie für Ihre Betreuung brauchen' : until
}
