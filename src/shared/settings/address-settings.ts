import { SETTINGS_SAVED } from '../admin-messages.de.ts'
import { emailField, webAddressField } from './setting-formats.ts'
import { type SettingsGroup, TEST_EMAIL } from './settings-group.ts'

/** The page "URLs & Admin E-Mail". */
export const ADDRESS_SETTINGS = {
  title: 'URLs & Admin E-Mail',
  lead: 'Woraus die Links in E-Mails und SMS gebildet werden, und wohin die Ordination ihre E-Mails bekommt.',
  loadFailure: 'URL-Einstellungen konnten nicht geladen werden.',
  saved: SETTINGS_SAVED,
  sections: [
    {
      title: 'Adressen',
      fields: {
        PUBLIC_BASE_URL: webAddressField('Adresse des Portals', {
          help: 'So erreicht man das Portal von außen, z. B. https://termine.ordination.at. Leer: die Adresse, mit der es gestartet wurde.',
        }),
        INTERNAL_BASE_URL: webAddressField('Adresse für die Ordination', {
          help: 'Für Links an die Ordination (Bestätigen, Ablehnen, Verwaltung), wenn sie eine eigene im Haus hat, z. B. http://portal.intern. Leer: Adresse des Portals.',
        }),
        PATIENT_BASE_URL: webAddressField('Adresse für Patienten', {
          help: 'Für Links an Patienten (Terminübersicht, Absage, E-Mail-Prüfung), z. B. https://termine.ordination.at. Leer: Adresse des Portals.',
        }),
      },
    },
    {
      title: 'E-Mails an die Ordination',
      fields: {
        ADMIN_EMAIL: emailField('Admin E-Mail', 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.', {
          help: 'Hierher gehen neue Reservierungen, Absagen und Störungen, z. B. empfang@ordination.at. Leer: die E-Mail-Adresse aus den Praxisdaten.',
        }),
      },
      test: TEST_EMAIL,
    },
  ],
} as const satisfies SettingsGroup
