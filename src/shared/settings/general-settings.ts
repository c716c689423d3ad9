import { SETTINGS_SAVED } from '../admin-messages.de.ts'
import { DEFAULT_CANCEL_HOURS } from '../cut-off.ts'
import { DEFAULT_MAX_BOOKING_DAYS, MAX_BOOKING_DAYS } from '../free-times.ts'
import { optionalNumberField, retentionField, wholeNumberField } from './number-fields.ts'
import { flagField, longTextField, secretField, textField } from './setting-fields.ts'
import { ageRecipientField, countriesField, dateTimeField } from './setting-formats.ts'
import type { SettingsGroup } from './settings-group.ts'

/** The page "Allgemein". */
export const GENERAL_SETTINGS = {
  title: 'Allgemein',
  loadFailure: 'Einstellungen konnten nicht geladen werden.',
  saved: SETTINGS_SAVED,
  sections: [
    {
      title: 'Online-Buchung',
      fields: {
        booking_maintenance_active: flagField('Online-Buchung geschlossen', {
          wide: true,
          help: 'Patienten sehen dann nur die Nachricht und wie sie die Ordination erreichen. Bestehende Termine bleiben.',
        }),
        maintenance_until: dateTimeField('Voraussichtlich bis', {
          help: 'Wird nur angezeigt; geöffnet wird von Hand. Leer: ohne Angabe.',
        }),
        /** Null stands for DEFAULT_MAX_BOOKING_DAYS. */
        maxBookingDays: optionalNumberField('Buchbare Tage im Voraus', {
          named: true,
          name: 'maxBookingDays',
          range: [1, MAX_BOOKING_DAYS],
          help: `So weit voraus finden Patienten freie Zeiten, z. B. 90. Leer: ${DEFAULT_MAX_BOOKING_DAYS}\u00a0Tage.`,
        }),
        /** A free time can be booked until this many hours before its start. */
        lead_hours: wholeNumberField('Frühestens in, Stunden', {
          name: 'Der Vorlauf',
          range: [0, 336],
          default: 0,
          help: 'So viel Zeit brauchen Sie zwischen Buchung und Termin, z. B. 2. Mit 0 ist jede freie Zeit buchbar, die noch nicht begonnen hat.',
        }),
        /** Patients cancel and move online until this many hours before the start. */
        cancel_hours: wholeNumberField('Absagen und verschieben, Stunden vorher', {
          name: 'Die Frist zum Absagen',
          range: [0, 336],
          default: DEFAULT_CANCEL_HOURS,
          help: `Bis dahin können Patienten online absagen und verschieben, z. B. ${DEFAULT_CANCEL_HOURS}; danach rufen sie an. Mit 0 geht es bis zum Beginn.`,
        }),
        /** While this is off, the practice decides about each move of a confirmed appointment. */
        moves_auto_confirm: flagField('Patienten verschieben bestätigte Termine sofort', {
          wide: true,
          help: 'Ausgeschaltet bleibt der Termin, wo er ist, bis Sie die neue Zeit bestätigen.',
        }),
        waiting_list: flagField('Warteliste', {
          wide: true,
          default: true,
          help: 'Wird eine Zeit frei, bietet sie das Portal der Reihe nach denen an, die darauf warten.',
        }),
        /** The minutes for which a patient can accept a time that became free. */
        offer_minutes: wholeNumberField('Angebot gilt, Minuten', {
          name: 'Die Dauer eines Angebots',
          range: [15, 720],
          default: 60,
          help: 'So lange bleibt eine frei gewordene Zeit für die Person reserviert, der sie angeboten wurde, z. B. 60. Danach ist die nächste an der Reihe.',
        }),
        maintenance_message: longTextField('Nachricht an die Patienten', {
          help: 'Steht auf der Seite, solange die Buchung geschlossen ist, z. B. „Wir sind bis 6. Jänner auf Urlaub“.',
        }),
      },
    },
    {
      title: 'Benachrichtigungen',
      lead: 'Was abgeschaltet ist, wird nicht gesendet, sondern im Outbox Monitor vermerkt. Nur der Code, mit dem Patienten ihre Adresse bestätigen, und Störungen an die Ordination gehen immer hinaus.',
      fields: {
        notify_off: flagField('Alle Benachrichtigungen abschalten', {
          wide: true,
          help: 'Weder Patienten noch die Ordination bekommen E-Mails oder SMS.',
        }),
        notify_muteEmail: flagField('E-Mails abschalten', { help: 'SMS gehen weiter hinaus.' }),
        notify_muteSms: flagField('SMS abschalten', { help: 'E-Mails gehen weiter hinaus.' }),
        notify_reason: textField('Grund', {
          named: true,
          help: 'Steht bei jeder Nachricht, die deshalb nicht gesendet wird, z. B. „Urlaubswoche“.',
        }),
        /**
         * The patient of a confirmed appointment is reminded this many hours before, at most two weeks; 0
         * means never.
         */
        reminder_hours: wholeNumberField('Erinnerung, Stunden vor dem Termin', {
          name: 'Erinnerung',
          range: [0, 336],
          default: 48,
          help: 'Dann wird jeder bestätigte Termin noch einmal angekündigt, z. B. 48. Mit 0 wird nicht erinnert.',
        }),
        SEND_ADMIN_EMAIL: flagField('Die Ordination bekommt E-Mails', {
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
        sms_countries: countriesField('Länder', {
          default: 'AT, DE, CH, LI, IT',
          help: 'Nur an Nummern aus diesen Ländern gehen SMS.',
        }),
        /** The most SMS in a Vienna month, tests included; 0 means no cap. */
        sms_monthly_cap: wholeNumberField('SMS im Monat, höchstens', {
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
        retain_messages_days: retentionField('Nachrichten, Tage', {
          name: 'Aufbewahrung der Nachrichten',
          default: 180,
          help: 'Dann werden Text und Adresse von E-Mails und SMS gelöscht, aber nicht vor dem Termin. Dass gesendet wurde, bleibt im Outbox Monitor.',
        }),
        /** The days count from the appointment. */
        retain_bookings_days: retentionField('Termine, Tage', {
          name: 'Aufbewahrung der Termine',
          default: 0,
          help: 'So lange nach dem Termin steht, wer ihn hatte. Danach bleiben Monat, Leistung und Status.',
        }),
        /** The days count from the appointment. */
        retain_svnr_days: retentionField('Sozialversicherungsnummern und Antworten, Tage', {
          name: 'Aufbewahrung der Sozialversicherungsnummern',
          default: 30,
          help: 'So lange nach dem Termin bleiben die Nummer und die Antworten auf Ihre Fragen, verschlüsselt.',
        }),
        /** Replaces the information that the portal writes (docs/behaviour.md 16.16). */
        privacy_text: longTextField('Eigener Text zum Datenschutz', {
          maxLength: 20_000,
          help: 'Ihr Text für Patienten, oder die Adresse Ihrer Seite dazu. Leer: der Text, den das Portal aus Ihren Angaben schreibt. Patienten lesen ihn am Fuß jeder Seite unter „Datenschutz“.',
        }),
      },
    },
    {
      title: 'Barrierefreiheit',
      fields: {
        /** Replaces the statement that the portal writes (docs/behaviour.md 15.10). */
        accessibility_text: longTextField('Eigener Text zur Barrierefreiheit', {
          maxLength: 20_000,
          help: 'Zum Beispiel, ob man ohne Stufen zu Ihnen kommt. Leer: der Text des Portals. Patienten lesen ihn am Fuß jeder Seite unter „Barrierefreiheit“.',
        }),
      },
    },
    {
      title: 'Sicherheitsprüfung',
      lead: 'Das Portal prüft vor jeder Buchung, ob ein Mensch bucht. Sie müssen dafür nichts einstellen.',
      fields: {
        TURNSTILE_SECRET: secretField('Secret für Cloudflare Turnstile', {
          wide: true,
          help: 'Nur wenn Cloudflare prüfen soll: das „Secret“ aus dem Konto bei Cloudflare. Den dazugehörigen „Site Key“ trägt Ihre IT beim Start des Portals ein.',
        }),
      },
    },
    {
      title: 'Sicherungen',
      lead: 'Jede Nacht sichert das Portal alle Daten. Mit einem Schlüssel wird die Sicherung dabei verschlüsselt, damit sie auch außer Haus liegen darf.',
      fields: {
        /** `backupDatabase` encrypts each backup for this key. */
        backup_recipient: ageRecipientField('Öffentlicher Schlüssel für Sicherungen', {
          wide: true,
          help: 'Beginnt mit „age1“; Ihre IT macht ihn mit „ordi backup-key“. Bewahren Sie den geheimen Schlüssel dazu außerhalb dieses Servers auf: Ohne ihn öffnet niemand eine Sicherung. Leer: unverschlüsselt.',
        }),
      },
    },
  ],
} as const satisfies SettingsGroup
