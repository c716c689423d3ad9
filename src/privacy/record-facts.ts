import type { Ctx } from '../ctx.ts'
import { isSyncOn } from '../erp/sync.ts'
import { isSetUp } from '../messaging/sms/providers.ts'
import { publicUrl } from '../practice/addresses.ts'
import { findMailServer } from '../practice/mail-server.ts'
import type { TextOfSections } from '../practice/own-text.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { turnstileKeys } from '../practice/status.ts'
import type { ContactTextField } from '../shared/contact/contact.ts'
import { plainDay } from '../shared/format.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../shared/sms-providers.ts'
import { oneLine } from '../shared/tidy.ts'

/**
 * This module collects from the settings in force what the record of processing and the information for
 * patients say of the practice, and has the parts that both texts share.
 */

export type Recipient = Readonly<{
  name: string
  /** Its name for patients, who need not know the practice's own computers. The default is `name`. */
  publicName?: string
  why: string
  gets: string
  /** Country outside the European Economic Area and legal basis; undefined within the Area. */
  abroad?: string
}>

export const REVIEW_NOTE =
  'Bitte prüfen: Diesen Text hat das Portal aus Ihren Einstellungen geschrieben. Er ist eine Vorlage und ersetzt keine Rechtsberatung. Ergänzen Sie, was Sie außerhalb des Portals tun.'
/** Shown in the list of stored data. The two texts ask the practice for a time limit instead. */
export const NO_LIMIT = 'ohne Frist'
export const TO_FILL = '[bitte ergänzen]'

/**
 * Names of the contact's fields in the record of processing, in this order. Several fields can share a name.
 * Social security number, reminder and booker have sentences of their own in both texts.
 */
export const RECORDED_FIELDS = {
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

export function namesOf(names: Record<ContactTextField, string>): string {
  return [...new Set(Object.values(names))].join(', ')
}

/** Returns the text without markup, for copying. */
export function plainText({ title, sections }: TextOfSections): string {
  const parts = sections.map((section) => [section.title, ...section.lines].filter(Boolean).join('\n'))
  return [title, ...parts].join('\n\n')
}

export function section(title: string, ...lines: readonly string[]) {
  return { title: glue(title), lines: lines.map(glue) }
}

export type RecordFacts = ReturnType<typeof factsOf>

export function factsOf(ctx: Ctx) {
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

export function recipientLines({ recipients }: RecordFacts): string[] {
  return recipients.length === 0 ? [`Derzeit niemand. ${TO_FILL}`] : recipients.map(recipientLine)
}

export function recipientLine({ name, gets, abroad }: Recipient): string {
  return `– ${name}: ${gets}.${abroad === undefined ? '' : ` Drittland ${abroad}.`}`
}

/** Returns the time limit, or a place to fill in, because the law demands a time limit or its criterion. */
export function limit(until: string): string {
  return until === NO_LIMIT ? '[bitte ergänzen; im Portal ist keine Frist eingestellt]' : until
}

/** Returns the practice in one line. `missing` stands for a name or a place that is not set. */
export function contactLine({ name, place, phone, mail, url }: RecordFacts, missing: string): string {
  return [name || missing, place || missing, phone && `Telefon ${oneLine(phone)}`, mail, url]
    .filter(Boolean)
    .join(', ')
}

export function inDays(days: number): string {
  return days === 1 ? '1 Tag' : `${days} Tage`
}

/** Puts hard spaces behind numbers and abbreviations, so that no line breaks there. */
export function glue(line: string): string {
  return line.replace(/(Art\.|Abs\.|lit\.|§|\d) (?=[\da-zA-Z])/g, (pair) => pair.replace(' ', '\u00a0'))
}
