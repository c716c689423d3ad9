/** The subjects of the findings, with their names in the admin area. */
const SUBJECTS = {
  version: 'Version',
  'data folder': 'Datenordner',
  disk: 'Platz',
  database: 'Datenbank',
  secret: 'Geheimnis',
  backup: 'Sicherung',
  AFTER_BACKUP: 'Kopie außer Haus',
  drill: 'Probe der Sicherung',
  'time zone': 'Zeitzone',
  clock: 'Uhr',
  'mail server': 'E-Mail-Server',
  sender: 'Absender',
  demo: 'Demo',
  'second factor': 'Zweiter Faktor',
  outbox: 'Versand',
  SMS: 'SMS',
  Odoo: 'Odoo',
  'other calendars': 'Andere Kalender',
  operation: 'Betrieb',
  server: 'Server',
  address: 'Adresse',
  DNS: 'DNS',
  certificate: 'Zertifikat',
  'from outside': 'Von außen',
  proxy: 'Proxy',
  HSTS: 'HSTS',
} as const

/** The subject of a finding, as `ordi doctor` names it. */
export type Subject = keyof typeof SUBJECTS

/**
 * The finding in words, with the remedy for a hint or a fault: in English for `ordi doctor`, in German for
 * the admin area.
 */
type Words = Readonly<{ text: string; german: string }>

/** A result of one check of the installation. */
export type Finding = Readonly<{ level: 'good' | 'hint' | 'wrong'; about: Subject }> & Words

/** Makes a finding that all is well with the subject. */
export const goodFinding = (about: Subject, words: Words): Finding => ({ level: 'good', about, ...words })
/** Makes a finding that something could be better, although nothing is wrong. */
export const hintFinding = (about: Subject, words: Words): Finding => ({ level: 'hint', about, ...words })
/** Makes a finding of a fault, with which `ordi doctor` fails. */
export const wrongFinding = (about: Subject, words: Words): Finding => ({ level: 'wrong', about, ...words })

/** Returns the name of a finding's subject in the admin area. */
export function titleOf({ about }: Finding): string {
  return SUBJECTS[about]
}
