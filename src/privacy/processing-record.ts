import { IDLE_MINUTES } from '../access/sessions.ts'
import { ENDED_ENTRY_DAYS } from '../booking/ended-entries.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import type { Ctx } from '../ctx.ts'
import { BACKUP_MONTHS } from '../db/backup-retention.ts'
import type { TextOfSections } from '../practice/own-text.ts'
import { RECORDED_FIELDS } from '../shared/contact/contact.ts'
import { type Recipient, recipientLines } from './recipients.ts'
import { contactLine, limitOrGap, MISUSE_DATA_DAYS, type RecordFacts, recordFactsOf } from './record-facts.ts'
import {
  daysInAccusative,
  daysInDative,
  joinedNames,
  REVIEW_NOTE,
  TO_FILL,
  textSection,
} from './text-parts.ts'

/** Returns the record of processing activities for the authority (Art. 30 GDPR). */
export function processingRecord(ctx: Ctx): TextOfSections {
  const facts = recordFactsOf(ctx)
  return {
    title: 'Verzeichnis der Verarbeitungstätigkeiten',
    sections: [
      textSection('', `Nach Art. 30 Abs. 1 DSGVO, Stand ${facts.today}`, REVIEW_NOTE),
      textSection(
        'Verantwortlich',
        contactLine(facts, TO_FILL),
        `Vertretung (Ärztin oder Arzt): ${TO_FILL}`,
        `Datenschutzbeauftragte Person, falls bestellt: ${TO_FILL}`,
      ),
      bookingSection(facts),
      messagesSection(facts),
      ...(facts.isOdooUsed ? [odooSection(facts)] : []),
      securitySection(facts, { number: facts.isOdooUsed ? 4 : 3 }),
      textSection('Auftragsverarbeiter und Drittländer', ...processorLines(facts)),
      measuresSection(facts),
    ],
  }
}

function bookingSection(facts: RecordFacts) {
  return textSection(
    '1. Terminbuchung und Terminverwaltung',
    'Zweck: Termine online und am Telefon vereinbaren, bestätigen, verschieben, absagen; die Sozialversicherungsnummer für die Honorarnote zur Einreichung bei der Krankenversicherung.',
    'Rechtsgrundlage: Art. 6 Abs. 1 lit. b DSGVO (Behandlungsvertrag und seine Anbahnung); für Gesundheitsdaten Art. 9 Abs. 2 lit. h und Abs. 3 DSGVO (Versorgung im Gesundheitsbereich unter Berufsgeheimnis, § 54 ÄrzteG 1998).',
    'Betroffene: Patientinnen und Patienten, gesetzliche Vertreter, Angehörige, die buchen.',
    `Daten: ${joinedNames(RECORDED_FIELDS)}, gebuchte Leistung, Termin und sein Verlauf, ob jemand erschienen ist, Nachrichten dazu; bei Wohnsitz in Österreich die Sozialversicherungsnummer; wer für jemand anderen bucht: Name und Beziehung; Antworten auf Fragen, die Sie zu einer Leistung stellen.`,
    'Empfänger: niemand außer den unten genannten Auftragsverarbeitern.',
    `Auf der Warteliste: gewünschte Tage und Zeiten, Kontakt und Angebote; Löschung ${daysInAccusative(ENDED_ENTRY_DAYS)} nach dem Ende des Eintrags.`,
    `Löschung der Termine: ${limitOrGap(facts.bookingsLimit)}.`,
    `Löschung der Sozialversicherungsnummer und der Antworten: ${limitOrGap(facts.svnrLimit)}.`,
    'Die ärztliche Dokumentation (§ 51 ÄrzteG 1998, mindestens zehn Jahre) führt die Ordination getrennt davon.',
  )
}

function messagesSection(facts: RecordFacts) {
  return textSection(
    '2. Nachrichten per E-Mail und SMS',
    'Zweck: E-Mail-Adresse bestätigen; über Eingang, Bestätigung, Änderung und Absage verständigen; an den Termin erinnern.',
    'Rechtsgrundlage: Art. 6 Abs. 1 lit. b DSGVO, für Gesundheitsdaten Art. 9 Abs. 2 lit. h DSGVO.',
    'Betroffene: wie unter 1.',
    'Daten: E-Mail-Adresse, Telefonnummer, Text der Nachricht. Betreff und SMS nennen keine Leistung.',
    `Empfänger: ${namesOfRecipients(facts, 'Nachrichten')}.`,
    `Löschung: ${limitOrGap(facts.messagesLimit)}.`,
  )
}

function odooSection(facts: RecordFacts) {
  return textSection(
    '3. Abgleich mit dem Kalender in Odoo',
    'Zweck: bestätigte Termine im Kalender der Ordination führen, dort belegte Zeiten nicht vergeben.',
    'Rechtsgrundlage: Art. 6 Abs. 1 lit. b und Art. 9 Abs. 2 lit. h DSGVO.',
    'Betroffene: Patientinnen und Patienten mit bestätigtem Termin.',
    'Daten: Name, Kontakt und Anschrift als Kontakt; Zeit des Termins als privater Eintrag ohne Namen und Leistung.',
    `Empfänger: ${namesOfRecipients(facts, 'Kalender')}.`,
    `Löschung: durch die Ordination in Odoo, Frist ${TO_FILL}.`,
  )
}

function securitySection(facts: RecordFacts, { number }: Readonly<{ number: number }>) {
  return textSection(
    `${number}. Sicherheit des Portals`,
    'Zweck: Missbrauch der Buchung abwehren, Zugriffe der Ordination nachvollziehen, Daten wiederherstellen können.',
    'Rechtsgrundlage: Art. 6 Abs. 1 lit. f DSGVO (sicherer Betrieb) und Art. 6 Abs. 1 lit. c in Verbindung mit Art. 32 DSGVO.',
    'Betroffene: alle, die das Portal verwenden; die Mitarbeitenden der Ordination.',
    'Daten: verschlüsselte Prüfwerte von IP-Adresse und Browser; Anmeldungen und Handlungen der Mitarbeitenden; Sicherungen der Datenbank.',
    `Empfänger: ${namesOfRecipients(facts, 'Sicherheit')}.`,
    `Löschung: Zählungen nach höchstens ${daysInDative(MISUSE_DATA_DAYS)}, Prüfwerte nach ${daysInDative(KNOWN_DAYS)}, Sicherungen nach bis zu ${BACKUP_MONTHS} Monaten; Protokoll der Mitarbeitenden ohne Frist.`,
  )
}

function processorLines(facts: RecordFacts): string[] {
  return [
    ...recipientLines(facts.recipients),
    `Mit jedem Auftragsverarbeiter ist ein Vertrag nach Art. 28 DSGVO nötig: Datum und Ablage ${TO_FILL}`,
    `Hosting und IT-Betreuung mit Zugang zum Server: ${TO_FILL}`,
  ]
}

function measuresSection({ backupsPlace }: RecordFacts) {
  return textSection(
    'Technische und organisatorische Maßnahmen (Art. 32 DSGVO)',
    'Betrieb auf eigenem Server; keine Inhalte von Dritten auf den Seiten, die Karte erst nach einem Klick.',
    'Sozialversicherungsnummern, Antworten auf Fragen und Zugangsdaten verschlüsselt (AES-256-GCM), Passwörter als Argon2id-Prüfwert, Links und Codes nur als Prüfwert.',
    `Eigene Zugänge mit Passwort, auf Wunsch mit zweitem Faktor; Abmeldung nach ${IDLE_MINUTES} Minuten, Protokoll aller Änderungen.`,
    `Übertragung über HTTPS; geprüfte Sicherung jede Nacht (${backupsPlace}).`,
    'Gelöschtes wird in der Datei überschrieben; Löschung nach den Fristen oben von selbst.',
    `Räume, Geräte und Schulung der Ordination: ${TO_FILL}`,
  )
}

/** Names the recipients with this purpose, in one line. */
function namesOfRecipients({ recipients }: RecordFacts, purpose: Recipient['purpose']): string {
  const names = recipients.filter((recipient) => recipient.purpose === purpose).map(({ name }) => name)
  return names.join('; ') || 'keine'
}
