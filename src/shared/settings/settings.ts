import { ODOO_SAVED, PRACTICE_SAVED, SETTINGS_SAVED } from '../admin-messages.de.ts'
import { CANCEL_HOURS, DEFAULT_MAX_BOOKING_DAYS, MAX_BOOKING_DAYS } from '../booking.ts'
import {
  choice,
  flag,
  longText,
  optionalNumber,
  password,
  requiredText,
  retention,
  type SettingField,
  secret,
  text,
  wholeNumber,
} from './setting-fields.ts'
import {
  ageRecipient,
  countries,
  dateTimeField,
  email,
  hostName,
  mailbox,
  serverAddress,
  webAddress,
} from './setting-formats.ts'
import { SMS_SETTINGS } from './sms-settings.ts'

/** One page of settings, saved as a whole. */
export type SettingsGroup = Readonly<{
  /** The page's name in the navigation, and in the audit. */
  title: string
  lead?: string
  /** The sentence if the page cannot be loaded. */
  loadFailure: string
  /** The sentence after the page was saved. */
  saved: string
  sections: readonly Readonly<{
    title?: string
    lead?: string
    fields: Readonly<Record<string, SettingField>>
    test?: SettingsTest
  }>[]
}>

/** The test of a section's saved settings, which calls POST /settings/{group}/test. */
export type SettingsTest = Readonly<{ button: string; busyText: string; note: string }>

const TEST_EMAIL = {
  button: 'Test-E-Mail senden',
  busyText: 'Wird gesendet …',
  note: 'Geht an die gespeicherte Admin E-Mail, sonst an die Ordination, und steht im Outbox Monitor.',
} as const satisfies SettingsTest

/**
 * Every setting. Types, storage, encryption, API, audit and forms follow from this table (docs/behaviour.md
 * 12.11–12.14).
 */
export const SETTINGS = {
  practice: {
    title: 'Praxisdaten',
    lead: 'So stehen sie bei der Buchung, in E-Mails und im Kalender der Patienten.',
    loadFailure: 'Praxisdaten konnten nicht geladen werden.',
    saved: PRACTICE_SAVED,
    sections: [
      {
        fields: {
          name: text('Name', {
            help: 'Steht über jeder Seite und in allen Nachrichten, z. B. „Ordination Dr. Muster“.',
          }),
          subtitle: text('Art der Ordination', {
            default: 'Wahlarztordination für Allgemeinmedizin',
            help: 'Steht klein unter dem Namen, auf jeder Seite und in E-Mails. Leer: nichts.',
          }),
          phone: text('Telefon', {
            input: 'tel',
            help: 'Für Rückfragen und Absagen, z. B. +43 5572 123456.',
          }),
          address: text('Adresse', { help: 'Straße und Hausnummer, z. B. Marktplatz 1.' }),
          zip: text('PLZ', { help: 'Für Anschrift und Karte, z. B. 6850.' }),
          city: text('Ort', { help: 'Für Anschrift und Karte, z. B. Dornbirn.' }),
          country: text('Land', { help: 'Steht unter der Anschrift, z. B. Österreich.' }),
          mail: email('E-Mail', 'Bitte eine gültige E-Mail-Adresse angeben.', {
            help: 'Absender der Nachrichten, und wohin Patienten antworten, z. B. termine@ordination.at.',
          }),
          url: text('Website', {
            most: 500,
            input: 'url',
            help: 'Ihre eigene Seite, z. B. https://ordination.at.',
          }),
          impressum: text('Link zum Impressum', {
            most: 500,
            input: 'url',
            help: 'Steht am Fuß jeder Seite, z. B. https://ordination.at/impressum.',
          }),
          terms: text('Link zu den AGB', {
            most: 500,
            input: 'url',
            help: 'Bei der Zustimmung vor dem Buchen, z. B. https://ordination.at/agb.',
          }),
        },
      },
    ],
  },
  general: {
    title: 'Allgemein',
    loadFailure: 'Einstellungen konnten nicht geladen werden.',
    saved: SETTINGS_SAVED,
    sections: [
      {
        title: 'Online-Buchung',
        fields: {
          booking_maintenance_active: flag('Online-Buchung geschlossen', {
            wide: true,
            help: 'Patienten sehen dann nur die Nachricht und wie sie die Ordination erreichen. Bestehende Termine bleiben.',
          }),
          maintenance_until: dateTimeField('Voraussichtlich bis', {
            help: 'Wird nur angezeigt; geöffnet wird von Hand. Leer: ohne Angabe.',
          }),
          /** Null stands for DEFAULT_MAX_BOOKING_DAYS. */
          maxBookingDays: optionalNumber('Buchbare Tage im Voraus', {
            named: true,
            name: 'maxBookingDays',
            range: [1, MAX_BOOKING_DAYS],
            help: `So weit voraus finden Patienten freie Zeiten, z. B. 90. Leer: ${DEFAULT_MAX_BOOKING_DAYS}\u00a0Tage.`,
          }),
          /** A free time can be booked until this many hours before its start. */
          lead_hours: wholeNumber('Frühestens in, Stunden', {
            name: 'Der Vorlauf',
            range: [0, 336],
            default: 0,
            help: 'So viel Zeit brauchen Sie zwischen Buchung und Termin, z. B. 2. Mit 0 ist jede freie Zeit buchbar, die noch nicht begonnen hat.',
          }),
          /** Patients cancel and move online until this many hours before the start. */
          cancel_hours: wholeNumber('Absagen und verschieben, Stunden vorher', {
            name: 'Die Frist zum Absagen',
            range: [0, 336],
            default: CANCEL_HOURS,
            help: `Bis dahin können Patienten online absagen und verschieben, z. B. ${CANCEL_HOURS}; danach rufen sie an. Mit 0 geht es bis zum Beginn.`,
          }),
          /** Without it, the practice decides on each move of a confirmed appointment. */
          moves_auto_confirm: flag('Patienten verschieben bestätigte Termine sofort', {
            wide: true,
            help: 'Ausgeschaltet bleibt der Termin, wo er ist, bis Sie die neue Zeit bestätigen.',
          }),
          waiting_list: flag('Warteliste', {
            wide: true,
            default: true,
            help: 'Wird eine Zeit frei, bietet sie das Portal der Reihe nach denen an, die darauf warten.',
          }),
          /** The minutes for which a patient can accept a time that became free. */
          offer_minutes: wholeNumber('Angebot gilt, Minuten', {
            name: 'Die Dauer eines Angebots',
            range: [15, 720],
            default: 60,
            help: 'So lange bleibt eine frei gewordene Zeit für die Person reserviert, der sie angeboten wurde, z. B. 60. Danach ist die nächste an der Reihe.',
          }),
          maintenance_message: longText('Nachricht an die Patienten', {
            help: 'Steht auf der Seite, solange die Buchung geschlossen ist, z. B. „Wir sind bis 6. Jänner auf Urlaub“.',
          }),
        },
      },
      {
        title: 'Benachrichtigungen',
        lead: 'Was abgeschaltet ist, wird nicht gesendet, sondern im Outbox Monitor vermerkt. Nur der Code, mit dem Patienten ihre Adresse bestätigen, und Störungen an die Ordination gehen immer hinaus.',
        fields: {
          notify_off: flag('Alle Benachrichtigungen abschalten', {
            wide: true,
            help: 'Weder Patienten noch die Ordination bekommen E-Mails oder SMS.',
          }),
          notify_muteEmail: flag('E-Mails abschalten', { help: 'SMS gehen weiter hinaus.' }),
          notify_muteSms: flag('SMS abschalten', { help: 'E-Mails gehen weiter hinaus.' }),
          notify_reason: text('Grund', {
            named: true,
            help: 'Steht bei jeder Nachricht, die deshalb nicht gesendet wird, z. B. „Urlaubswoche“.',
          }),
          /**
           * The patient of a confirmed appointment is reminded this many hours before, at most two weeks; 0
           * means never.
           */
          reminder_hours: wholeNumber('Erinnerung, Stunden vor dem Termin', {
            name: 'Erinnerung',
            range: [0, 336],
            default: 48,
            help: 'Dann wird jeder bestätigte Termin noch einmal angekündigt, z. B. 48. Mit 0 wird nicht erinnert.',
          }),
          SEND_ADMIN_EMAIL: flag('Die Ordination bekommt E-Mails', {
            named: false,
            wide: true,
            default: true,
            help: 'Neue Reservierungen, Absagen der Patienten und Störungen, an die Admin E-Mail.',
          }),
        },
      },
      {
        title: 'SMS',
        lead: 'Damit niemand auf Ihre Kosten SMS auslöst. Was nicht gesendet wird, steht mit dem Grund im Outbox Monitor; die E-Mail geht trotzdem hinaus.',
        fields: {
          sms_countries: countries('Länder', {
            default: 'AT, DE, CH, LI, IT',
            help: 'Nur an Nummern aus diesen Ländern gehen SMS.',
          }),
          /** The most SMS in a Vienna month, tests included; 0 means no cap. */
          sms_monthly_cap: wholeNumber('SMS im Monat, höchstens', {
            name: 'Höchstzahl der SMS im Monat',
            range: [0, 100_000],
            default: 1000,
            help: 'Bei 80\u00a0% warnt das Portal, bei der Grenze gehen keine mehr hinaus, z. B. 1000. Mit 0 gibt es keine Grenze.',
          }),
        },
      },
      {
        title: 'Datenschutz',
        lead: 'So viele Tage bleibt, was gespeichert ist. Dann löscht es das Portal von selbst. Mit 0 bleibt es ohne Frist.',
        fields: {
          retain_messages_days: retention('Nachrichten, Tage', {
            name: 'Aufbewahrung der Nachrichten',
            default: 180,
            help: 'Dann werden Text und Adresse von E-Mails und SMS gelöscht, aber nicht vor dem Termin. Dass gesendet wurde, bleibt im Outbox Monitor.',
          }),
          /** After the appointment. */
          retain_bookings_days: retention('Termine, Tage', {
            name: 'Aufbewahrung der Termine',
            default: 0,
            help: 'So lange nach dem Termin steht, wer ihn hatte. Danach bleiben Monat, Leistung und Status.',
          }),
          /** After the appointment. */
          retain_svnr_days: retention('Sozialversicherungsnummern und Antworten, Tage', {
            name: 'Aufbewahrung der Sozialversicherungsnummern',
            default: 30,
            help: 'So lange nach dem Termin bleiben die Nummer und die Antworten auf Ihre Fragen, verschlüsselt.',
          }),
          /** Replaces the information that the portal writes (docs/behaviour.md 16.16). */
          privacy_text: longText('Eigener Text zum Datenschutz', {
            most: 20_000,
            help: 'Ihr Text für Patienten, oder die Adresse Ihrer Seite dazu. Leer: der Text, den das Portal aus Ihren Angaben schreibt. Patienten lesen ihn am Fuß jeder Seite unter „Datenschutz“.',
          }),
        },
      },
      {
        title: 'Barrierefreiheit',
        fields: {
          /** Replaces the statement that the portal writes (docs/behaviour.md 15.10). */
          accessibility_text: longText('Eigener Text zur Barrierefreiheit', {
            most: 20_000,
            help: 'Zum Beispiel, ob man ohne Stufen zu Ihnen kommt. Leer: der Text des Portals. Patienten lesen ihn am Fuß jeder Seite unter „Barrierefreiheit“.',
          }),
        },
      },
      {
        title: 'Sicherheitsprüfung',
        lead: 'Das Portal prüft vor jeder Buchung, ob ein Mensch bucht. Sie müssen dafür nichts einstellen.',
        fields: {
          TURNSTILE_SECRET: secret('Secret für Cloudflare Turnstile', {
            wide: true,
            help: 'Nur wenn Cloudflare prüfen soll: das „Secret“ aus dem Konto bei Cloudflare. Den dazugehörigen „Site Key“ trägt Ihre IT beim Start des Portals ein.',
          }),
        },
      },
      {
        title: 'Sicherungen',
        lead: 'Jede Nacht sichert das Portal alle Daten. Mit einem Schlüssel wird die Sicherung dabei verschlüsselt, damit sie auch außer Haus liegen darf.',
        fields: {
          /** `backupDatabase` encrypts for it. */
          backup_recipient: ageRecipient('Öffentlicher Schlüssel für Sicherungen', {
            wide: true,
            help: 'Beginnt mit „age1“; Ihre IT macht ihn mit „ordi backup-key“. Bewahren Sie den geheimen Schlüssel dazu außerhalb dieses Servers auf: Ohne ihn öffnet niemand eine Sicherung. Leer: unverschlüsselt.',
          }),
        },
      },
    ],
  },
  urls: {
    title: 'URLs & Admin E-Mail',
    lead: 'Woraus die Links in E-Mails und SMS gebildet werden, und wohin die Ordination ihre E-Mails bekommt.',
    loadFailure: 'URL-Einstellungen konnten nicht geladen werden.',
    saved: SETTINGS_SAVED,
    sections: [
      {
        title: 'Adressen',
        fields: {
          PUBLIC_BASE_URL: webAddress('Adresse des Portals', {
            help: 'So erreicht man das Portal von außen, z. B. https://termine.ordination.at. Leer: die Adresse, mit der es gestartet wurde.',
          }),
          INTERNAL_BASE_URL: webAddress('Adresse für die Ordination', {
            help: 'Für Links an die Ordination (Bestätigen, Ablehnen, Verwaltung), wenn sie eine eigene im Haus hat, z. B. http://portal.intern. Leer: Adresse des Portals.',
          }),
          PATIENT_BASE_URL: webAddress('Adresse für Patienten', {
            help: 'Für Links an Patienten (Terminübersicht, Absage, E-Mail-Prüfung), z. B. https://termine.ordination.at. Leer: Adresse des Portals.',
          }),
        },
      },
      {
        title: 'E-Mails an die Ordination',
        fields: {
          ADMIN_EMAIL: email('Admin E-Mail', 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.', {
            help: 'Hierher gehen neue Reservierungen, Absagen und Störungen, z. B. empfang@ordination.at. Leer: die E-Mail-Adresse aus den Praxisdaten.',
          }),
        },
        test: TEST_EMAIL,
      },
    ],
  },
  smtp: {
    title: 'E-Mail-Server',
    lead: 'Über diesen Server gehen alle E-Mails des Portals hinaus. Die Angaben stehen bei Ihrem E-Mail-Anbieter unter „SMTP“ oder „Postausgang“.',
    loadFailure: 'E-Mail-Einstellungen konnten nicht geladen werden.',
    saved: SETTINGS_SAVED,
    sections: [
      {
        fields: {
          SMTP_HOST: hostName('Server', {
            help: 'Z. B. smtp.anbieter.at. Leer: E-Mails warten im Outbox Monitor.',
          }),
          SMTP_SECURITY: choice('Verschlüsselung', {
            default: 'starttls',
            choices: {
              starttls: 'STARTTLS',
              tls: 'TLS',
              none: 'Nur wenn der Server sie anbietet',
            },
            help: 'Wie es Ihr Anbieter angibt. Ein Passwort wird nur verschlüsselt gesendet.',
          }),
          /** Null stands for 465 with TLS, otherwise for 587. */
          SMTP_PORT: optionalNumber('Port', {
            name: 'Port',
            range: [1, 65_535],
            help: 'Leer: 587, bei TLS 465.',
          }),
          SMTP_USER: text('Benutzer', {
            input: 'code',
            help: 'Oft die ganze E-Mail-Adresse. Leer: ohne Anmeldung.',
          }),
          SMTP_PASS: password('Passwort', {
            sentTo: ['SMTP_HOST', 'SMTP_PORT'],
            help: 'Manche Anbieter verlangen ein eigenes „App-Passwort“.',
          }),
          MAIL_FROM: mailbox('Absender', 'MAIL_FROM: Bitte eine E-Mail-Adresse eingeben.', {
            help: 'Z. B. Ordination Dr. Muster <termine@ordination.at>. Leer: die E-Mail-Adresse aus den Praxisdaten.',
          }),
        },
        test: TEST_EMAIL,
      },
    ],
  },
  odoo: {
    title: 'Odoo',
    lead: 'Bestätigte Termine kommen als private Einträge in den Odoo-Kalender, und was dort belegt ist, wird hier nicht vergeben.',
    loadFailure: 'Odoo-Einstellungen konnten nicht geladen werden.',
    saved: ODOO_SAVED,
    sections: [
      {
        title: 'Verbindung',
        lead: 'Verwenden Sie die Anmeldung der Ärztin oder des Arztes mit einem API-Schlüssel (in Odoo: Einstellungen des Benutzers, Kontosicherheit). Nur so sieht das Portal den richtigen Kalender.',
        fields: {
          ODOO_URL: serverAddress('Adresse von Odoo', 'ODOO_URL', {
            help: 'Mit http:// oder https://, ohne Zugangsdaten, z. B. https://odoo.ordination.at.',
          }),
          ODOO_DB: requiredText('Datenbank', {
            missing: 'Bitte ODOO_DB angeben.',
            help: 'Wie sie bei der Anmeldung in Odoo heißt, z. B. ordination.',
          }),
          ODOO_USER: requiredText('Benutzer', {
            missing: 'Bitte ODOO_USER angeben.',
            help: 'Der Benutzer, in dessen Kalender die Termine stehen sollen, z. B. doktor@ordination.at.',
          }),
          ODOO_PASS: password('Passwort oder API-Schlüssel', {
            sentTo: ['ODOO_URL', 'ODOO_DB'],
            help: 'Ein API-Schlüssel ist sicherer: Er kann in Odoo einzeln widerrufen werden.',
          }),
          odoo_sync: flag('Termine mit Odoo abgleichen', {
            wide: true,
            default: true,
            help: 'Ausgeschaltet bleibt in Odoo alles, wie es ist, und die dort belegten Zeiten werden hier wieder frei.',
          }),
        },
        test: {
          button: 'Verbindung prüfen',
          busyText: 'Wird geprüft …',
          note: 'Meldet sich mit den gespeicherten Angaben bei Odoo an und prüft die Rechte.',
        },
      },
    ],
  },
  ...SMS_SETTINGS,
} as const satisfies Readonly<Record<string, SettingsGroup>>

export type Group = keyof typeof SETTINGS

type SectionFields<G extends Group> = (typeof SETTINGS)[G]['sections'][number]['fields']
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
export type Fields<G extends Group> = Intersection<SectionFields<G>>
type DefaultOf<Field> = Field extends { readonly default: infer Stored } ? Stored : never

/** Every group with its values, secrets decrypted. */
export type Settings = {
  [G in Group]: { [Name in keyof Fields<G>]: DefaultOf<Fields<G>[Name]> }
}
export type Practice = Readonly<Settings['practice']>

export type SecretOf<G extends Group> = {
  [Name in keyof Fields<G>]: Fields<G>[Name] extends { readonly secret: true } ? Name : never
}[keyof Fields<G>]

/**
 * A group in the answer of GET. Secrets are '', and `secrets` says which of them are stored, if the group has
 * any. `fixed` names the settings that the environment sets, which cannot be changed here.
 */
export type ShownSettings<G extends Group> = Readonly<Settings[G]> & {
  readonly fixed?: readonly string[]
} & ([SecretOf<G>] extends [never] ? unknown : { readonly secrets: Readonly<Record<SecretOf<G>, boolean>> })

/** Returns the settings of a group by their wire names. */
export function fieldsOf(group: Group): Readonly<Record<string, SettingField>> {
  return Object.assign({}, ...SETTINGS[group].sections.map(({ fields }) => fields))
}

/** Returns the wire names of a group's secrets. */
export function secretsOf<G extends Group>(group: G): SecretOf<G>[] {
  const names = Object.entries(fieldsOf(group)).filter(([, field]) => field.secret)
  return names.map(([name]) => name as SecretOf<G>)
}
