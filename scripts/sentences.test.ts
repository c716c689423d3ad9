// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are looked for as they stand in the source
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './tools.ts'

/** Every sentence that the specification quotes, by its section. Each stands in the source once. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'section 2, screens and routes': [
    'Lade Status …',
    'Für diese Auswahl sind aktuell keine Leistungen hinterlegt.',
    'Mehr Termine anzeigen',
    'Lade freie Zeiten…',
    'Keine freien Zeiten für dieses Datum.',
    'Bitte einen Tag im aktuellen Monat wählen.',
    'Derzeit keine offenen Termine verfügbar.',
    'Weitere Termine werden geladen…',
    'Reservierung erhalten',
    'Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.',
    'Sie werden ehestmöglich per E-Mail informiert.',
    'System vorübergehend nicht erreichbar',
    'Zurück zur Buchungsseite',
    'Keine E-Mail-Einträge vorhanden.',
    'Keine SMS-Einträge vorhanden.',
    'E-Mail Vorschau',
    'Lade Vorschau …',
    '(Keine Daten vorhanden)',
  ],
  'section 4, states': [
    'Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.',
    'auf manuelle Bestätigung wartend',
  ],
  'section 5, rules': [
    'Bitte eine gültige E-Mail-Adresse eingeben.',
    'E-Mail ist erforderlich.',
    'Die E-Mail hat kein gültiges Format.',
    'Bitte E-Mail verifizieren, bevor Sie fortfahren.',
    'Bitte eine gültige Telefonnummer eingeben (mind. 7 Ziffern; erlaubt +, Leerzeichen, -).',
    'Telefon ist erforderlich.',
    'Bitte eine Anrede auswählen.',
    'Vorname ist erforderlich.',
    'Nachname ist erforderlich.',
    'Ort ist erforderlich.',
    'Bitte eine gültige Adresse (Straße + Hausnummer) eingeben.',
    'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
    'Bitte ein Land auswählen.',
    'Bitte ein gültiges Datum angeben.',
    'Geburtsdatum ist erforderlich.',
    'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.',
    'Bitte füllen Sie alle Pflichtfelder aus und verifizieren Sie Ihre E-Mail.',
    'Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.',
    'Ungültiger Link (keine ID).',
    'maxBookingDays muss eine Zahl sein.',
    'Ungültige Zeitangabe.',
    'Ende muss nach dem Start liegen.',
    'Ungültige URL.',
    'Nur http oder https erlaubt.',
    'ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
    'Bitte ODOO_URL angeben.',
    'ODOO_URL muss mit http:// oder https:// beginnen.',
    'ODOO_URL ist keine gültige URL.',
    'Bitte ODOO_DB angeben.',
    'Bitte ODOO_USER angeben.',
    'Bitte eine ID angeben.',
    'Bitte einen Namen angeben.',
    'Anzeigedauer muss eine positive Zahl sein.',
    'Benutzername fehlt.',
    'Key fehlt.',
    'Bitte eine gültige E-Mail-Adresse angeben.',
  ],
  'section 8, errors': [
    'Services nicht ladbar',
    'Slots nicht ladbar',
    'Hold fehlgeschlagen',
    'Buchung fehlgeschlagen',
    'Aktuell keine weiteren Termine gefunden.',
    'Termine nicht ladbar',
    'Stornierung online nicht mehr möglich',
    'Storno fehlgeschlagen.',
    'Der Termin wurde storniert.',
    'Termindetails konnten nicht geladen werden.',
    'Termin nicht gefunden',
    'Der Termin konnte nicht gefunden werden.',
    'Bitte prüfen Sie den Link oder wenden Sie sich bei Fragen an die Praxis.',
    'Bitte gültige E-Mail eingeben.',
    'Termin wurde bestätigt und der Patient informiert.',
    'Bestätigung fehlgeschlagen.',
    'Login fehlgeschlagen.',
    'Unbekannter Fehler beim Login.',
    'Einstellungen konnten nicht geladen werden.',
    'Services konnten nicht geladen werden.',
    'Status konnte nicht geladen werden.',
    'Praxisdaten konnten nicht geladen werden.',
    'Speichern fehlgeschlagen.',
    'Arbeitszeiten konnten nicht gespeichert werden.',
    'Service konnte nicht gespeichert werden.',
    'Löschen fehlgeschlagen.',
    'Keine Vorschau verfügbar.',
    'Vorschau konnte nicht geladen werden.',
    'Einstellungen gespeichert.',
    'Arbeitszeiten gespeichert.',
    'Odoo-Einstellungen gespeichert.',
    'SMS-Provider-Einstellungen gespeichert.',
    'Praxisdaten gespeichert.',
  ],
}

/** Sentences with a gap, as the specification writes them and as the source does. */
const WITH_GAPS: readonly (readonly [specified: string, source: string])[] = [
  ['Leistungen für {visit label}', 'Leistungen für ${label}'],
  ['ca. N Min', 'ca. ${shown} Min'],
  ['Stand …', 'Stand ${stamp(balance.ts)}'],
  ['Vorschau – {subject}', 'Vorschau – ${subject}'],
  ['{day} Block {n}: Bitte Start und Ende angeben.', '${day} Block ${at + 1}: ${fault}'],
  ['{day} Block {n}: Bitte Start und Ende angeben.', 'Bitte Start und Ende angeben.'],
  [
    '{Dauer|Step|Padding vorher|Padding nachher|Preis} muss eine nicht-negative Zahl sein.',
    '${label} muss eine nicht-negative Zahl sein.',
  ],
  ['Reihenfolge muss eine nicht-negative Zahl sein.', "nonNegative('Reihenfolge')"],
  ['Storno bestätigt. (ID …)', 'Storno bestätigt. (ID ${id})'],
  ['Arbeitszeiten… konnten nicht geladen werden.', "'Arbeitszeiten konnten nicht geladen werden.'"],
  ['URL-Einstellungen… konnten nicht geladen werden.', 'URL-Einstellungen konnten nicht geladen werden.'],
  ['Odoo-Einstellungen… konnten nicht geladen werden.', 'Odoo-Einstellungen konnten nicht geladen werden.'],
  ['SMS-Einstellungen… konnten nicht geladen werden.', 'SMS-Einstellungen konnten nicht geladen werden.'],
  ['{E-Mail Logs|SMS Logs} konnten nicht geladen werden.', '${name} konnten nicht geladen werden.'],
  ['{E-Mail Logs|SMS Logs}: {n} Einträge geladen.', '${name}: ${loaded} Einträge geladen.'],
  ['E-Mail Logs', 'name="E-Mail Logs"'],
  ['SMS Logs', 'name="SMS Logs"'],
  ['Service "{name}" gespeichert.', 'Service "${name}" gespeichert.'],
  ['Service "{id}" gelöscht.', 'Service "${id}" gelöscht.'],
]

/** What stands in the source more than once on purpose, and why. */
const MORE_THAN_ONCE: Readonly<Record<string, readonly string[]>> = {
  'a label is wherever its button, heading or column is': [
    'Terminübersicht',
    'Erstbesuch',
    'Folgebesuch',
    'Auf diesem Gerät merken',
    'Termin stornieren',
    'Termin ablehnen',
    'Termin bestätigen',
    'Speichern',
    'Speichern …',
    'Neu laden',
    'Aktualisieren …',
    'Vorschau',
    'Details',
    '(ohne Betreff)',
    '(leer)',
    'Beliebt',
    'Preis auf Anfrage',
    'Bestätigt',
    'Storniert',
    'voraussichtlich bis',
    'Termin absagen',
    'Keine Daten',
    'Leistung wählen',
    'Termin wählen',
    'Weitere Buchung',
    'Nie abgefragt',
  ],
  'both providers lack the same thing': ['Absender fehlt.'],
}

const source = globSync('{src,ui}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['ui/dist/**', 'ui/e2e/**', 'src/testing/**', '**/*.test.ts'],
})
  .map((file) => withoutComments(readFileSync(join(ROOT, file), 'utf8')).replace(/\s+/g, ' '))
  .join('\n')

describe('the sentences of the specification', () => {
  describe.each(Object.entries(SENTENCES))('%s', (_, sentences) => {
    it.each(sentences)('%s', (sentence) => expect(timesSaid(sentence)).toBe(1))
  })

  it.each(WITH_GAPS)('%s', (_, form) => expect(timesIn(source, form)).toBe(1))

  describe.each(Object.entries(MORE_THAN_ONCE))('more than once, for %s', (_, sentences) => {
    it.each(sentences)('%s', (sentence) => expect(timesIn(source, sentence)).toBeGreaterThanOrEqual(1))
  })
})

/** As a whole: "Einstellungen gespeichert." does not stand in "Odoo-Einstellungen gespeichert." */
function timesSaid(sentence: string): number {
  return source
    .split(sentence)
    .slice(1)
    .filter((after, i, all) => {
      const before = i === 0 ? source.slice(0, source.indexOf(sentence)) : (all[i - 1] ?? '')
      return !/[\p{L}-]$/u.test(before) && !/^[\p{L}-]/u.test(after)
    }).length
}

function timesIn(text: string, form: string): number {
  return text.split(form).length - 1
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, ' ')
}
