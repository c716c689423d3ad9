import { PRACTICE_SAVED } from '../admin-messages.de.ts'
import { textField } from './setting-fields.ts'
import { emailField } from './setting-formats.ts'
import type { SettingsGroup } from './settings-group.ts'

/** Characters of a URL. Some link to one document among many, and so are longer than other texts. */
const MAX_URL_LENGTH = 500

/** The page for the name, the address and the contact data of the practice. */
export const PRACTICE_SETTINGS = {
  title: 'Praxisdaten',
  lead: 'So stehen sie bei der Buchung, in E-Mails und im Kalender der Patienten.',
  loadFailure: 'Praxisdaten konnten nicht geladen werden.',
  saved: PRACTICE_SAVED,
  sections: [
    {
      fields: {
        name: textField('Name', {
          help: 'Steht über jeder Seite und in allen Nachrichten, z. B. „Ordination Dr. Muster“.',
        }),
        subtitle: textField('Art der Ordination', {
          default: 'Wahlarztordination für Allgemeinmedizin',
          help: 'Steht klein unter dem Namen, auf jeder Seite und in E-Mails. Leer: nichts.',
        }),
        phone: textField('Telefon', {
          input: 'tel',
          help: 'Für Rückfragen und Absagen, z. B. +43 5572 123456.',
        }),
        address: textField('Adresse', { help: 'Straße und Hausnummer, z. B. Marktplatz 1.' }),
        zip: textField('PLZ', { help: 'Für Anschrift und Karte, z. B. 6850.' }),
        city: textField('Ort', { help: 'Für Anschrift und Karte, z. B. Dornbirn.' }),
        country: textField('Land', { help: 'Steht unter der Anschrift, z. B. Österreich.' }),
        mail: emailField('E-Mail', 'Bitte eine gültige E-Mail-Adresse angeben.', {
          help: 'Absender der Nachrichten, und wohin Patienten antworten, z. B. termine@ordination.at.',
        }),
        url: linkField('Website', 'Ihre eigene Seite, z. B. https://ordination.at.'),
        impressum: linkField(
          'Link zum Impressum',
          'Steht am Fuß jeder Seite, z. B. https://ordination.at/impressum.',
        ),
        terms: linkField(
          'Link zu den AGB',
          'Bei der Zustimmung vor dem Buchen, z. B. https://ordination.at/agb.',
        ),
      },
    },
  ],
} as const satisfies SettingsGroup

/** Defines a field for the URL of a page. */
function linkField(label: string, help: string) {
  return textField(label, { maxLength: MAX_URL_LENGTH, input: 'url', help })
}
