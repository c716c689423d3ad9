import { ODOO_SAVED } from '../admin-messages.de.ts'
import { flagField, passwordField, requiredTextField } from './setting-fields.ts'
import { serverAddressField } from './setting-formats.ts'
import type { SettingsGroup } from './settings-group.ts'

/** The page "Odoo". */
export const ODOO_SETTINGS = {
  title: 'Odoo',
  lead: 'Bestätigte Termine kommen als private Einträge in den Odoo-Kalender, und was dort belegt ist, wird hier nicht vergeben.',
  loadFailure: 'Odoo-Einstellungen konnten nicht geladen werden.',
  saved: ODOO_SAVED,
  sections: [
    {
      title: 'Verbindung',
      lead: 'Verwenden Sie die Anmeldung der Ärztin oder des Arztes mit einem API-Schlüssel (in Odoo: Einstellungen des Benutzers, Kontosicherheit). Nur so sieht das Portal den richtigen Kalender.',
      fields: {
        ODOO_URL: serverAddressField('Adresse von Odoo', 'ODOO_URL', {
          help: 'Mit http:// oder https://, ohne Zugangsdaten, z. B. https://odoo.ordination.at.',
        }),
        ODOO_DB: requiredTextField('Datenbank', {
          missing: 'Bitte ODOO_DB angeben.',
          help: 'Wie sie bei der Anmeldung in Odoo heißt, z. B. ordination.',
        }),
        ODOO_USER: requiredTextField('Benutzer', {
          missing: 'Bitte ODOO_USER angeben.',
          help: 'Der Benutzer, in dessen Kalender die Termine stehen sollen, z. B. doktor@ordination.at.',
        }),
        ODOO_PASS: passwordField('Passwort oder API-Schlüssel', {
          destinationSettings: ['ODOO_URL', 'ODOO_DB'],
          help: 'Ein API-Schlüssel ist sicherer: Er kann in Odoo einzeln widerrufen werden.',
        }),
        odoo_sync: flagField('Termine mit Odoo abgleichen', {
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
} as const satisfies SettingsGroup
