import { IDLE_MINUTES, MAX_SESSION_HOURS } from '../access/sessions.ts'
import { KNOWN_DAYS } from '../booking/email-verification.ts'
import type { Ctx } from '../ctx.ts'
import { BACKUP_MONTHS } from '../db/nightly-backups.ts'
import { isSyncOn } from '../erp/sync.ts'
import { isSetUp } from '../messaging/sms/providers.ts'
import { publicUrl } from '../practice/addresses.ts'
import { findMailServer } from '../practice/mail-server.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { turnstileKeys } from '../practice/status.ts'
import { type ContactTextField, REMEMBERED_DAYS } from '../shared/contact/contact.ts'
import { plainDay } from '../shared/format.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../shared/sms-providers.ts'
import { oneLine } from '../shared/tidy.ts'

/**
 * This module writes the list of stored data and the two texts that the GDPR demands, from the settings in
 * force.
 */

export type Stored = Readonly<{ what: string; where: string; until: string }>

/** The first section has an empty `title`. */
export type PrivacyText = Readonly<{
  title: string
  sections: readonly Readonly<{ title: string; lines: readonly string[] }>[]
}>

type Recipient = Readonly<{
  name: string
  /** Its name for patients, who need not know the practice's own computers. The default is `name`. */
  publicName?: string
  why: string
  gets: string
  /** Country outside the European Economic Area and legal basis; undefined within the Area. */
  abroad?: string
}>

const REVIEW_NOTE =
  'Bitte prüfen: Diesen Text hat das Portal aus Ihren Einstellungen geschrieben. Er ist eine Vorlage und ersetzt keine Rechtsberatung. Ergänzen Sie, was Sie außerhalb des Portals tun.'
/** Shown in the list of stored data. The two texts ask the practice for a time limit instead. */
const NO_LIMIT = 'ohne Frist'
const TO_FILL = '[bitte ergänzen]'
const INFORMATION_TITLE = 'Information zum Datenschutz bei der Online-Terminbuchung'
const AUTHORITY =
  'Österreichische Datenschutzbehörde, Barichgasse 40–42, 1030 Wien, Telefon +43 1 52 152-0, dsb@dsb.gv.at, www.dsb.gv.at'

/**
 * Names of the contact's fields in the record of processing, in this order. Several fields can share a name.
 * Social security number, reminder and booker have sentences of their own in both texts.
 */
const RECORDED_FIELDS = {
  salutation: 'Anrede',
  firstName: 'Name',
  lastName: 'Name',
  birthDate: 'Geburtsdatum',
  address: 'Anschrift',
  zip: 'Anschrift',
  city: 'Anschrift',
  country: 'Anschrift',
  email: 'E-Mail',
  mobile: 'Telefon',
} as const satisfies Record<ContactTextField, string>

/** Names of the contact's fields in the information for patients. */
const PATIENT_FIELDS = { ...RECORDED_FIELDS, email: 'E-Mail-Adresse', mobile: 'Telefonnummer' }

export function listStored(ctx: Ctx): Stored[] {
  const { bookings, svnr, messages, backups, recipients } = factsOf(ctx)
  const here = 'Datenbank auf diesem Server'
  const rows: readonly (readonly [what: string, where: string, until: string])[] = [
    ['Termine mit Namen, Kontakt und Verlauf', here, bookings],
    ['Sozialversicherungsnummern, Antworten auf Ihre Fragen', `${here}, verschlüsselt`, svnr],
    ['Text und Adresse von E-Mails und SMS', here, messages],
    ['Warteliste: Wünsche, Kontakt und Angebote', here, 'einen Tag nach dem Ende des Eintrags'],
    [
      'Bestätigung der E-Mail-Adresse, reservierte Zeiten, Zählungen gegen Missbrauch',
      `${here}, ohne IP-Adresse`,
      'höchstens einen Tag',
    ],
    ['Prüfwert, ob ein Browser eine Adresse schon bestätigt hat', here, inDays(KNOWN_DAYS)],
    ['Protokoll: wer in der Praxis was getan hat', `${here}, ohne Daten von Patienten`, NO_LIMIT],
    ['Anmeldungen in der Verwaltung', here, `höchstens ${MAX_SESSION_HOURS} Stunden`],
    [
      'Sicherungen, mit allem davon',
      backups,
      `bis zu ${BACKUP_MONTHS} Monate; eine Kopie vor jeder Aktualisierung, bis Sie sie löschen`,
    ],
    [
      'Auf dem Gerät des Patienten: ein Cookie, auf Wunsch seine Kontaktdaten',
      'Browser des Patienten',
      `Cookie ${inDays(KNOWN_DAYS)}, Kontaktdaten ${inDays(REMEMBERED_DAYS)}`,
    ],
    ...recipients.map(({ name, gets }) => [gets, name, 'wie mit dem Anbieter vereinbart'] as const),
  ]
  return rows.map(([what, where, until]) => ({ what: glue(what), where: glue(where), until: glue(until) }))
}

/** Returns the record of processing activities (Art. 30 GDPR). */
export function processingRecord(ctx: Ctx): PrivacyText {
  const facts = factsOf(ctx)
  const sent = facts.recipients.filter(({ why }) => why === 'Nachrichten')
  const names = (some: readonly Recipient[]) => some.map(({ name }) => name).join('; ') || 'keine'
  return {
    title: 'Verzeichnis der Verarbeitungstätigkeiten',
    sections: [
      section('', `Nach Art. 30 Abs. 1 DSGVO, Stand ${facts.today}`, REVIEW_NOTE),
      section(
        'Verantwortlich',
        contactLine(facts, TO_FILL),
        `Vertretung (Ärztin oder Arzt): ${TO_FILL}`,
        `Datenschutzbeauftragte Person, falls bestellt: ${TO_FILL}`,
      ),
      section(
        '1. Terminbuchung und Terminverwaltung',
        'Zweck: Termine online und am Telefon vereinbaren, bestätigen, verschieben, absagen; die Sozialversicherungsnummer für die Honorarnote zur Einreichung bei der Krankenversicherung.',
        'Rechtsgrundlage: Art. 6 Abs. 1 lit. b DSGVO (Behandlungsvertrag und seine Anbahnung); für Gesundheitsdaten Art. 9 Abs. 2 lit. h und Abs. 3 DSGVO (Versorgung im Gesundheitsbereich unter Berufsgeheimnis, § 54 ÄrzteG 1998).',
        'Betroffene: Patientinnen und Patienten, gesetzliche Vertreter, Angehörige, die buchen.',
        `Daten: ${namesOf(RECORDED_FIELDS)}, gebuchte Leistung, Termin und sein Verlauf, ob jemand erschienen ist, Nachrichten dazu; bei Wohnsitz in Österreich die Sozialversicherungsnummer; wer für jemand anderen bucht: Name und Beziehung; Antworten auf Fragen, die Sie zu einer Leistung stellen.`,
        'Empfänger: niemand außer den unten genannten Auftragsverarbeitern.',
        'Auf der Warteliste: gewünschte Tage und Zeiten, Kontakt und Angebote; Löschung einen Tag nach dem Ende des Eintrags.',
        `Löschung der Termine: ${limit(facts.bookings)}.`,
        `Löschung der Sozialversicherungsnummer und der Antworten: ${limit(facts.svnr)}.`,
        'Die ärztliche Dokumentation (§ 51 ÄrzteG 1998, mindestens zehn Jahre) führt die Ordination getrennt davon.',
      ),
      section(
        '2. Nachrichten per E-Mail und SMS',
        'Zweck: E-Mail-Adresse bestätigen; über Eingang, Bestätigung, Änderung und Absage verständigen; an den Termin erinnern.',
        'Rechtsgrundlage: Art. 6 Abs. 1 lit. b DSGVO, für Gesundheitsdaten Art. 9 Abs. 2 lit. h DSGVO.',
        'Betroffene: wie unter 1.',
        'Daten: E-Mail-Adresse, Telefonnummer, Text der Nachricht. Betreff und SMS nennen keine Leistung.',
        `Empfänger: ${names(sent)}.`,
        `Löschung: ${limit(facts.messages)}.`,
      ),
      ...(facts.odoo
        ? [
            section(
              '3. Abgleich mit dem Kalender in Odoo',
              'Zweck: bestätigte Termine im Kalender der Ordination führen, dort belegte Zeiten nicht vergeben.',
              'Rechtsgrundlage: Art. 6 Abs. 1 lit. b und Art. 9 Abs. 2 lit. h DSGVO.',
              'Betroffene: Patientinnen und Patienten mit bestätigtem Termin.',
              'Daten: Name, Kontakt und Anschrift als Kontakt; Zeit des Termins als privater Eintrag ohne Namen und Leistung.',
              `Empfänger: ${names(facts.recipients.filter(({ why }) => why === 'Kalender'))}.`,
              `Löschung: durch die Ordination in Odoo, Frist ${TO_FILL}.`,
            ),
          ]
        : []),
      section(
        `${facts.odoo ? 4 : 3}. Sicherheit des Portals`,
        'Zweck: Missbrauch der Buchung abwehren, Zugriffe der Ordination nachvollziehen, Daten wiederherstellen können.',
        'Rechtsgrundlage: Art. 6 Abs. 1 lit. f DSGVO (sicherer Betrieb) und Art. 6 Abs. 1 lit. c in Verbindung mit Art. 32 DSGVO.',
        'Betroffene: alle, die das Portal verwenden; die Mitarbeitenden der Ordination.',
        'Daten: verschlüsselte Prüfwerte von IP-Adresse und Browser; Anmeldungen und Handlungen der Mitarbeitenden; Sicherungen der Datenbank.',
        `Empfänger: ${names(facts.recipients.filter(({ why }) => why === 'Sicherheit'))}.`,
        `Löschung: Zählungen nach höchstens einem Tag, Prüfwerte nach ${KNOWN_DAYS} Tagen, Sicherungen nach bis zu ${BACKUP_MONTHS} Monaten; Protokoll der Mitarbeitenden ohne Frist.`,
      ),
      section('Auftragsverarbeiter und Drittländer', ...processorLines(facts)),
      section(
        'Technische und organisatorische Maßnahmen (Art. 32 DSGVO)',
        'Betrieb auf eigenem Server; keine Inhalte von Dritten auf den Seiten, die Karte erst nach einem Klick.',
        'Sozialversicherungsnummern, Antworten auf Fragen und Zugangsdaten verschlüsselt (AES-256-GCM), Passwörter als Argon2id-Prüfwert, Links und Codes nur als Prüfwert.',
        `Eigene Zugänge mit Passwort, auf Wunsch mit zweitem Faktor; Abmeldung nach ${IDLE_MINUTES} Minuten, Protokoll aller Änderungen.`,
        `Übertragung über HTTPS; geprüfte Sicherung jede Nacht (${facts.backups}).`,
        'Gelöschtes wird in der Datei überschrieben; Löschung nach den Fristen oben von selbst.',
        `Räume, Geräte und Schulung der Ordination: ${TO_FILL}`,
      ),
    ],
  }
}

/** Returns the information for patients (Art. 13 GDPR) as a template, which asks for what is missing. */
export function patientInformation(ctx: Ctx): PrivacyText {
  const facts = factsOf(ctx)
  return {
    title: INFORMATION_TITLE,
    sections: [
      section('', `Nach Art. 13 DSGVO, Stand ${facts.today}`, REVIEW_NOTE),
      ...informationSections(facts, true),
    ],
  }
}

/**
 * Returns the information that patients read (docs/behaviour.md 16.16): the practice's own text, by
 * paragraphs, or else the template without what only the practice could fill in.
 */
export function publicInformation(ctx: Ctx): PrivacyText {
  const own = readSetting(ctx, 'general', 'privacy_text')
  return {
    title: INFORMATION_TITLE,
    sections: own
      ? own.split(/\n\s*\n/).map((paragraph) => ({ title: '', lines: paragraph.split(/\r?\n/) }))
      : informationSections(factsOf(ctx), false),
  }
}

function informationSections(facts: RecordFacts, isTemplate: boolean) {
  const limitFor = isTemplate ? limit : publicLimit
  return [
    section(
      'Wer ist verantwortlich?',
      contactLine(facts, isTemplate ? TO_FILL : '') || 'Die Ordination, bei der Sie buchen.',
      ...(isTemplate ? [`Datenschutzbeauftragte Person, falls bestellt: ${TO_FILL}`] : []),
    ),
    section(
      'Welche Daten verarbeiten wir, und wozu?',
      `Wenn Sie unter ${facts.portal} einen Termin buchen, verarbeiten wir ${namesOf(PATIENT_FIELDS)}, die gewählte Leistung, den Termin und ob Sie gekommen sind. Bei Wohnsitz in Österreich kommt die Sozialversicherungsnummer dazu, wenn Sie eine haben. Zu manchen Leistungen stellen wir Fragen.`,
      'Buchen Sie für jemand anderen, verarbeiten wir diese Angaben zur Patientin oder zum Patienten, dazu Ihren Namen und Ihre Beziehung; E-Mail-Adresse und Telefonnummer sind dann Ihre.',
      'Die Sozialversicherungsnummer brauchen wir für die Honorarnote, die Sie bei Ihrer Krankenversicherung einreichen.',
      'Mit den anderen Angaben vereinbaren wir Ihren Termin, verständigen Sie per E-Mail und SMS und bereiten Ihren Besuch vor.',
      'Stehen Sie auf unserer Warteliste, bieten wir Ihnen per E-Mail und SMS Zeiten an, die frei werden und zu Ihren Wünschen passen.',
      'Vor der ersten Buchung bestätigen Sie Ihre E-Mail-Adresse, damit niemand in Ihrem Namen bucht.',
      'Gegen Missbrauch zählen wir Anfragen mit verschlüsselten Prüfwerten von IP-Adresse und Browser. Namen sind darin nicht enthalten.',
    ),
    section(
      'Auf welcher Grundlage?',
      'Für Ihren Termin: Art. 6 Abs. 1 lit. b DSGVO (Vertrag und seine Anbahnung), für Gesundheitsdaten Art. 9 Abs. 2 lit. h DSGVO (Versorgung im Gesundheitsbereich). Wir unterliegen der ärztlichen Verschwiegenheit (§ 54 ÄrzteG 1998).',
      'Wo uns ein Gesetz dazu verpflichtet: Art. 6 Abs. 1 lit. c DSGVO.',
      'Für den Schutz vor Missbrauch: Art. 6 Abs. 1 lit. f DSGVO. Unser berechtigtes Interesse ist ein sicheres Portal.',
    ),
    section(
      'Müssen Sie diese Daten angeben?',
      'Online geht es nur mit den Angaben im Formular. Ohne sie vereinbaren Sie Ihren Termin bitte am Telefon.',
      'Es gibt keine automatische Entscheidung und kein Profiling (Art. 22 DSGVO). Über jede Anfrage entscheidet die Ordination.',
    ),
    section(
      'Wie lange bleiben die Daten?',
      `Termine: ${limitFor(facts.bookings)}.`,
      `Sozialversicherungsnummer und Antworten auf unsere Fragen: ${limitFor(facts.svnr)}.`,
      `E-Mails und SMS: ${limitFor(facts.messages)}.`,
      'Einträge auf der Warteliste: bis einen Tag nach ihrem Ende.',
      `Zählungen gegen Missbrauch: höchstens einen Tag. Prüfwert Ihres Browsers: ${inDays(KNOWN_DAYS)}.`,
      `In Sicherungen bleiben gelöschte Daten bis zu ${BACKUP_MONTHS} Monate.`,
      'Für unsere ärztliche Dokumentation gelten eigene Fristen (mindestens zehn Jahre, § 51 ÄrzteG 1998).',
    ),
    section(
      'Wer bekommt die Daten?',
      'Das Portal betreiben wir selbst. Sonst bekommen die Daten nur Dienstleister, die für uns arbeiten:',
      ...(isTemplate ? recipientLines(facts) : publicRecipients(facts)),
      'Die Karte von Google wird erst geladen, wenn Sie darauf klicken. Google erfährt dann Ihre IP-Adresse und unsere Anschrift.',
    ),
    section(
      'Was speichert Ihr Browser?',
      `Ein Cookie, das Ihren Browser nach der Bestätigung der E-Mail-Adresse wiedererkennt (${inDays(KNOWN_DAYS)}), und den Stand Ihrer Buchung. Beides ist technisch notwendig (§ 165 Abs. 3 TKG 2021).`,
      `Nur wenn Sie „Auf diesem Gerät merken“ wählen: Ihre Kontaktdaten für ${inDays(REMEMBERED_DAYS)}, ohne Sozialversicherungsnummer.`,
    ),
    section(
      'Ihre Rechte',
      'Sie können Auskunft, Berichtigung, Löschung, Einschränkung und Übertragung Ihrer Daten verlangen und der Verarbeitung widersprechen (Art. 15 bis 18, 20 und 21 DSGVO). Schreiben Sie uns oder rufen Sie an.',
      `Sie können sich bei der Aufsichtsbehörde beschweren: ${AUTHORITY}`,
    ),
  ]
}

function namesOf(names: Record<ContactTextField, string>): string {
  return [...new Set(Object.values(names))].join(', ')
}

/** Returns the text without markup, for copying. */
export function plainText({ title, sections }: PrivacyText): string {
  const parts = sections.map((section) => [section.title, ...section.lines].filter(Boolean).join('\n'))
  return [title, ...parts].join('\n\n')
}

function section(title: string, ...lines: readonly string[]) {
  return { title: glue(title), lines: lines.map(glue) }
}

type RecordFacts = ReturnType<typeof factsOf>

function factsOf(ctx: Ctx) {
  const { name, address, zip, city, phone, mail, url } = readSettings(ctx, 'practice')
  const general = readSettings(ctx, 'general')
  return {
    name: oneLine(name),
    place: [address, `${zip} ${city}`].map(oneLine).filter(Boolean).join(', '),
    phone,
    mail,
    url,
    portal: publicUrl(ctx),
    today: plainDay(ctx.now),
    bookings:
      general.retain_bookings_days === 0
        ? NO_LIMIT
        : `${inDays(general.retain_bookings_days)} nach dem Termin, danach nur Monat, Leistung, Status und ob jemand erschienen ist`,
    svnr: general.retain_svnr_days === 0 ? NO_LIMIT : `${inDays(general.retain_svnr_days)} nach dem Termin`,
    messages:
      general.retain_messages_days === 0
        ? NO_LIMIT
        : `${inDays(general.retain_messages_days)}, jedenfalls bis zum Termin; danach nur Art, Status und Zeit`,
    backups: `Ordner backups auf diesem Server, ${general.backup_recipient === '' ? 'nicht verschlüsselt' : 'verschlüsselt'}${ctx.config.afterBackup.length > 0 ? ', und ein zweiter Ort' : ''}`,
    recipients: recipientsOf(ctx),
    odoo: isSyncOn(ctx),
  }
}

const SMS_COMPANIES: Readonly<Record<SmsProvider, Pick<Recipient, 'name' | 'abroad'>>> = {
  clicksend: {
    name: 'ClickSend Pty Ltd, Perth, Australien',
    abroad:
      'Australien: ohne Angemessenheitsbeschluss, daher Standardvertragsklauseln (Art. 46 Abs. 2 lit. c DSGVO)',
  },
  sevenio: { name: 'seven.io (seven communications GmbH & Co. KG, Kiel, Deutschland)' },
}

function recipientsOf(ctx: Ctx): Recipient[] {
  const mailServer = findMailServer(ctx)
  const inUse: readonly (Recipient | false | undefined)[] = [
    mailServer && {
      name: `E-Mail-Server ${mailServer.host}`,
      publicName: 'Der Anbieter unseres E-Mail-Servers',
      why: 'Nachrichten',
      gets: 'Adresse und Inhalt der E-Mails',
    },
    ...SMS_PROVIDERS.filter((provider) => isSetUp(ctx, provider)).map((provider) => ({
      ...SMS_COMPANIES[provider],
      why: 'Nachrichten' as const,
      gets: 'Telefonnummer und Text der SMS',
    })),
    isSyncOn(ctx) && {
      name: `Odoo (${new URL(readSetting(ctx, 'odoo', 'ODOO_URL')).hostname})`,
      publicName: 'Odoo, der Kalender unserer Ordination',
      why: 'Kalender',
      gets: 'Name, Kontakt und Termin',
    },
    turnstileKeys(ctx) && {
      name: 'Cloudflare, Inc., USA (Turnstile)',
      why: 'Sicherheit',
      gets: 'IP-Adresse und Merkmale des Browsers beim Buchen',
      abroad: 'USA: Angemessenheitsbeschluss zum EU-US Data Privacy Framework (Art. 45 DSGVO)',
    },
  ]
  return inUse.filter((recipient) => recipient !== undefined && recipient !== false)
}

function recipientLines({ recipients }: RecordFacts): string[] {
  return recipients.length === 0 ? [`Derzeit niemand. ${TO_FILL}`] : recipients.map(recipientLine)
}

function publicRecipients({ recipients }: RecordFacts): string[] {
  if (recipients.length === 0) return ['Derzeit niemand.']
  return recipients.map(({ publicName, ...rest }) =>
    recipientLine({ ...rest, name: publicName ?? rest.name }),
  )
}

function recipientLine({ name, gets, abroad }: Recipient): string {
  return `– ${name}: ${gets}.${abroad === undefined ? '' : ` Drittland ${abroad}.`}`
}

function processorLines(facts: RecordFacts): string[] {
  return [
    ...recipientLines(facts),
    `Mit jedem Auftragsverarbeiter ist ein Vertrag nach Art. 28 DSGVO nötig: Datum und Ablage ${TO_FILL}`,
    `Hosting und IT-Betreuung mit Zugang zum Server: ${TO_FILL}`,
  ]
}

/** Returns the time limit, or a place to fill in, because the law demands a time limit or its criterion. */
function limit(until: string): string {
  return until === NO_LIMIT ? '[bitte ergänzen; im Portal ist keine Frist eingestellt]' : until
}

/** Returns the practice in one line. `missing` stands for a name or a place that is not set. */
function contactLine({ name, place, phone, mail, url }: RecordFacts, missing: string): string {
  return [name || missing, place || missing, phone && `Telefon ${oneLine(phone)}`, mail, url]
    .filter(Boolean)
    .join(', ')
}

/** Returns the time limit, or its criterion, which the law admits in its place. */
function publicLimit(until: string): string {
  return until === NO_LIMIT ? 'solange wir sie für Ihre Betreuung brauchen' : until
}

function inDays(days: number): string {
  return days === 1 ? '1 Tag' : `${days} Tage`
}

/** Puts hard spaces behind numbers and abbreviations, so that no line breaks there. */
function glue(line: string): string {
  return line.replace(/(Art\.|Abs\.|lit\.|§|\d) (?=[\da-zA-Z])/g, (pair) => pair.replace(' ', '\u00a0'))
}
