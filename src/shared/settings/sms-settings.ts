import { SMS_SAVED } from '../admin-messages.de.ts'
import { PROVIDER_NAMES, type SmsProvider } from '../sms-providers.ts'
import {
  passwordField,
  requiredTextField,
  type SettingField,
  secretField,
  textField,
} from './setting-fields.ts'
import { e164Field, emailField, phoneField } from './setting-formats.ts'

/** The providers accept letters and digits without spaces, or a number. */
const SENDER = /^(?:[A-Za-z\d]{1,11}|\+?\d{7,15})$/

/** The group of settings of each SMS provider. */
export const SMS_SETTINGS = {
  clicksend: providerGroup('clicksend', {
    CLICKSEND_USERNAME: requiredTextField('Benutzername', {
      missing: 'ClickSend Benutzername fehlt.',
      help: 'Mit ihm melden Sie sich bei ClickSend an, z. B. praxis@ordination.at.',
    }),
    CLICKSEND_PWD: passwordField('Passwort oder API-Schlüssel', {
      help: 'Der API-Schlüssel steht in Ihrem Konto bei ClickSend.',
    }),
    CLICKSEND_FROM: senderField('clicksend'),
  }),
  sevenio: providerGroup('sevenio', {
    SEVENIO_KEY: secretField('API-Schlüssel', {
      required: 'seven.io Key fehlt.',
      help: 'Steht in Ihrem Konto bei seven.io.',
    }),
    SEVENIO_FROM: senderField('sevenio'),
  }),
} as const satisfies Readonly<Record<SmsProvider, unknown>>

/** Makes the group of a provider from its own fields, which the fields of every provider follow. */
function providerGroup<Fields extends Readonly<Record<string, SettingField>>>(
  id: SmsProvider,
  fields: Fields,
) {
  const title = PROVIDER_NAMES[id]
  return {
    title,
    loadFailure: 'SMS-Einstellungen konnten nicht geladen werden.',
    saved: SMS_SAVED,
    sections: [
      {
        title,
        fields: {
          ...fields,
          PRACTICE_EMAIL: emailField('E-Mail der Ordination', 'PRACTICE_EMAIL: Ungültige E-Mail-Adresse.', {
            help: `Mit welcher Adresse die Ordination bei ${title} angemeldet ist, als Vermerk.`,
          }),
          PRACTICE_NAME: textField('Name der Ordination', {
            help: `Unter welchem Namen, als Vermerk. In den SMS steht der Name aus den Praxisdaten.`,
          }),
          TEST_MOBILE: phoneField('Testnummer', 'TEST_MOBILE', {
            help: 'Dorthin geht die Test-SMS, z. B. 0664 1234567. Ohne Ländervorwahl gilt das Land der Ordination.',
          }),
          PRACTICE_LANDLINE_E164: e164Field('Festnetz', 'PRACTICE_LANDLINE_E164', {
            help: 'Als Vermerk, z. B. +43 5572 123456. In den SMS steht das Telefon aus den Praxisdaten.',
          }),
        },
        test: {
          button: `Test-SMS über ${title} senden`,
          busyText: 'Wird gesendet …',
          note: 'Geht an die gespeicherte Testnummer, kostet eine SMS und steht im Outbox Monitor.',
        },
      },
    ],
  } as const
}

/** Makes the field of the name or number from which the SMS come. */
function senderField(id: SmsProvider) {
  const name = PROVIDER_NAMES[id]
  return requiredTextField('Absender', {
    missing: `${name} Absender fehlt.`,
    maxLength: 20,
    shape: {
      pattern: SENDER,
      sentence: `${name} Absender: Bitte höchstens elf Buchstaben und Ziffern ohne Leerzeichen eingeben, oder eine Nummer.`,
    },
    help: 'Von wem die SMS kommt: höchstens elf Buchstaben und Ziffern, z. B. Ordination, oder eine Nummer.',
  })
}
