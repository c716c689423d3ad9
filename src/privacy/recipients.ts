import type { Ctx } from '../ctx.ts'
import { isSyncOn } from '../erp/sync.ts'
import { isProviderSetUp } from '../messaging/sms/providers.ts'
import { findMailServer } from '../practice/mail-server.ts'
import { readSetting } from '../practice/settings.ts'
import { turnstileKeys } from '../practice/turnstile-keys.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../shared/sms-providers.ts'
import { TO_FILL } from './text-parts.ts'

/** A company or a computer that receives data of patients (Art. 30 Abs. 1 lit. d GDPR). */
export type Recipient = Readonly<{
  name: string
  /** Its name for patients, who need not know the practice's own computers. The default is `name`. */
  publicName?: string
  /** The purpose, in one German word, by which the record of processing sorts the recipients. */
  purpose: string
  /** The data that the recipient gets, in German. */
  gets: string
  /** Country outside the European Economic Area and legal basis; undefined within the Area. */
  abroad?: string
}>

const SMS_COMPANIES: Readonly<Record<SmsProvider, Pick<Recipient, 'name' | 'abroad'>>> = {
  clicksend: {
    name: 'ClickSend Pty Ltd, Perth, Australien',
    abroad:
      'Australien: ohne Angemessenheitsbeschluss, daher Standardvertragsklauseln (Art. 46 Abs. 2 lit. c DSGVO)',
  },
  sevenio: { name: 'seven.io (seven communications GmbH & Co. KG, Kiel, Deutschland)' },
}

/** Returns who receives data of patients under the current settings. */
export function recipientsOf(ctx: Ctx): Recipient[] {
  const mailServer = findMailServer(ctx)
  const inUse: readonly (Recipient | false | undefined)[] = [
    mailServer && {
      name: `E-Mail-Server ${mailServer.host}`,
      publicName: 'Der Anbieter unseres E-Mail-Servers',
      purpose: 'Nachrichten',
      gets: 'Adresse und Inhalt der E-Mails',
    },
    ...SMS_PROVIDERS.filter((provider) => isProviderSetUp(ctx, provider)).map((provider) => ({
      ...SMS_COMPANIES[provider],
      purpose: 'Nachrichten',
      gets: 'Telefonnummer und Text der SMS',
    })),
    isSyncOn(ctx) && {
      name: `Odoo (${new URL(readSetting(ctx, 'odoo', 'ODOO_URL')).hostname})`,
      publicName: 'Odoo, der Kalender unserer Ordination',
      purpose: 'Kalender',
      gets: 'Name, Kontakt und Termin',
    },
    turnstileKeys(ctx) && {
      name: 'Cloudflare, Inc., USA (Turnstile)',
      purpose: 'Sicherheit',
      gets: 'IP-Adresse und Merkmale des Browsers beim Buchen',
      abroad: 'USA: Angemessenheitsbeschluss zum EU-US Data Privacy Framework (Art. 45 DSGVO)',
    },
  ]
  return inUse.filter((recipient) => recipient !== undefined && recipient !== false)
}

/** Returns a line for each recipient; without recipients, one line that asks the practice to check. */
export function recipientLines(recipients: readonly Recipient[]): string[] {
  return recipients.length === 0 ? [`Derzeit niemand. ${TO_FILL}`] : recipients.map(recipientLine)
}

/** Returns one line: who receives which data, and in which country outside the Area. */
export function recipientLine({ name, gets, abroad }: Recipient): string {
  return `– ${name}: ${gets}.${abroad === undefined ? '' : ` Drittland ${abroad}.`}`
}
