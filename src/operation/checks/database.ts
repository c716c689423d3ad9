import type { DatabaseFault } from '../../db/database-fault.ts'
import { currentDatabaseFault } from '../../db/health.ts'
import { type Alert, alertWithCard, defineCheck } from './check.ts'

/** The texts of the alert for each fault. */
const TEXTS: Readonly<Record<DatabaseFault, Readonly<Record<'banner' | 'title' | 'detail', string>>>> = {
  damaged: {
    banner: 'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
    title: 'Datenbank beschädigt',
    detail: 'Ordi anhalten und die letzte Sicherung zurückspielen: ordi restore DATEI --yes',
  },
  moved: {
    banner:
      'Die Datei der Datenbank ist nicht mehr an ihrem Platz: Termine können nicht gespeichert werden. Eine Kopie liegt in backups/.',
    title: 'Datenbank nicht an ihrem Platz',
    detail:
      'Datei oder Ordner zurücklegen, dann geht es von selbst weiter. Sonst Ordi anhalten und die Kopie aus backups/ zurückspielen: ordi restore DATEI --yes',
  },
  full: {
    banner: 'Der Speicher ist voll: Termine können nicht gespeichert werden.',
    title: 'Speicher voll',
    detail: 'Bitte im Datenverzeichnis des Servers Platz schaffen. Danach geht es von selbst weiter.',
  },
  unwritable: {
    banner: 'Die Datenbank ist nicht beschreibbar: Termine können nicht gespeichert werden.',
    title: 'Datenbank nicht beschreibbar',
    detail: 'Bitte Datenträger und Rechte des Datenverzeichnisses prüfen.',
  },
  locked: {
    banner: 'Ein anderes Programm sperrt die Datenbank: Termine können nicht gespeichert werden.',
    title: 'Datenbank gesperrt',
    detail:
      'Auf dem Server das Programm beenden, das die Datenbank offen hat (sqlite3, eine Kopie, ein Virenscanner). Danach geht es von selbst weiter.',
  },
}

/** Checks whether a booking could be written. */
export const databaseCheck = defineCheck({
  read: currentDatabaseFault,
  alerts: (fault) => (fault === undefined ? [] : [databaseAlert(fault)]),
})

/** Returns the alert about a fault, which is the only alert of a database that cannot be read. */
export function databaseAlert(fault: DatabaseFault): Alert {
  return alertWithCard({ kind: 'database', level: 'danger', ...TEXTS[fault] })
}
