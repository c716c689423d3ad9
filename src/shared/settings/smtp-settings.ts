import { SETTINGS_SAVED } from '../admin-messages.de.ts'
import { optionalNumberField } from './number-fields.ts'
import { choiceField, passwordField, textField } from './setting-fields.ts'
import { hostNameField, mailboxField } from './setting-formats.ts'
import { type SettingsGroup, TEST_EMAIL } from './settings-group.ts'

/** The page "E-Mail-Server". */
export const SMTP_SETTINGS = {
  title: 'E-Mail-Server',
  lead: 'Über diesen Server gehen alle E-Mails des Portals hinaus. Die Angaben stehen bei Ihrem E-Mail-Anbieter unter „SMTP“ oder „Postausgang“.',
  loadFailure: 'E-Mail-Einstellungen konnten nicht geladen werden.',
  saved: SETTINGS_SAVED,
  sections: [
    {
      fields: {
        SMTP_HOST: hostNameField('Server', {
          help: 'Z. B. smtp.anbieter.at. Leer: E-Mails warten im Outbox Monitor.',
        }),
        SMTP_SECURITY: choiceField('Verschlüsselung', {
          default: 'starttls',
          choices: {
            starttls: 'STARTTLS',
            tls: 'TLS',
            // Encrypts if the server offers it, and always with a login.
            none: 'Nur wenn der Server sie anbietet',
          },
          help: 'Wie es Ihr Anbieter angibt. Ein Passwort wird nur verschlüsselt gesendet.',
        }),
        /** Null stands for 465 with TLS, otherwise for 587. */
        SMTP_PORT: optionalNumberField('Port', {
          name: 'Port',
          range: [1, 65_535],
          help: 'Leer: 587, bei TLS 465.',
        }),
        SMTP_USER: textField('Benutzer', {
          input: 'code',
          help: 'Oft die ganze E-Mail-Adresse. Leer: ohne Anmeldung.',
        }),
        SMTP_PASS: passwordField('Passwort', {
          destinationSettings: ['SMTP_HOST', 'SMTP_PORT'],
          help: 'Manche Anbieter verlangen ein eigenes „App-Passwort“.',
        }),
        MAIL_FROM: mailboxField('Absender', 'MAIL_FROM: Bitte eine E-Mail-Adresse eingeben.', {
          help: 'Z. B. Ordination Dr. Muster <termine@ordination.at>. Leer: die E-Mail-Adresse aus den Praxisdaten.',
        }),
      },
      test: TEST_EMAIL,
    },
  ],
} as const satisfies SettingsGroup
