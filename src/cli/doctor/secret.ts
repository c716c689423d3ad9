import { dirname, join } from 'node:path'
import { findSecretOf } from '../../access/app-secret.ts'
import { inspectSecretFile, type SecretFault } from '../../access/secret-file.ts'
import type { Config } from '../../config.ts'
import { ownershipHint } from '../../db/folder-access.ts'
import type { Db } from '../../db/open.ts'
import { type Finding, goodFinding, wrongFinding } from '../../operation/checks/finding.ts'

/** The text of a finding in both languages. */
type Sentences = Readonly<{ text: string; german: string }>

/** The sentences about the file of a secret that cannot be used, with what to do. */
const FAULTS: Readonly<Record<SecretFault, (path: string) => Sentences>> = {
  missing: (path) => ({
    text: `${path} is missing. Put your copy of it back: it is in no backup, and what is encrypted cannot be read without it.`,
    german: `${path} fehlt. Bitte Ihre Kopie zurücklegen: Es ist in keiner Sicherung, und Verschlüsseltes lässt sich ohne es nicht lesen.`,
  }),
  unreadable: (path) => ({
    text: `${path} cannot be read. ${ownershipHint(dirname(path))}`,
    german: `${path} lässt sich nicht lesen. Bitte Eigentümer und Rechte prüfen.`,
  }),
  short: (path) => ({
    text: `${path} is cut short. Put your copy of it back.`,
    german: `${path} ist abgeschnitten. Bitte Ihre Kopie zurücklegen.`,
  }),
}

/** The finding about a secret; the secret too, if it can be used. */
type CheckedSecret = Readonly<{ secret?: string; finding: Finding }>

/** Checks whether the secret, from APP_SECRET or from `secret.key`, belongs to the database. */
export function checkSecret(db: Db, config: Config): CheckedSecret {
  const { appSecret, dataDir } = config
  if (appSecret !== undefined) return compareSecret(db, config, { secret: appSecret, place: 'APP_SECRET' })
  const file = join(dataDir, 'secret.key')
  const { secret, fault } = inspectSecretFile(file)
  if (fault !== undefined) return { finding: wrongFinding('secret', FAULTS[fault](file)) }
  return compareSecret(db, config, { secret, place: file })
}

/** Compares the secret at this place with the one that the database was encrypted with. */
function compareSecret(
  { $client }: Db,
  { dataDir }: Config,
  { secret, place }: Readonly<{ secret: string; place: string }>,
): CheckedSecret {
  const { isPresent, path } = findSecretOf($client.name, { dataDir, present: secret })
  if (!isPresent) return { finding: wrongFinding('secret', misfitText({ place, rightFile: path })) }
  const finding = goodFinding('secret', {
    text: 'it is the one of this database. Keep a copy elsewhere: it is in no backup.',
    german: 'Es ist das dieser Datenbank. Bitte eine Kopie anderswo aufbewahren: Es ist in keiner Sicherung.',
  })
  return { secret, finding }
}

/** A place whose secret does not fit, and the file with the one that does, if there is one. */
type Misfit = Readonly<{ place: string; rightFile: string | undefined }>

function misfitText({ place, rightFile }: Misfit): Sentences {
  const text = `${place} is not the one this database was encrypted with.`
  const german = `${place} ist nicht das Geheimnis, mit dem diese Datenbank verschlüsselt ist.`
  return rightFile === undefined
    ? { text: `${text} Put the right one back.`, german: `${german} Bitte das richtige zurücklegen.` }
    : { text: `${text} The right one is ${rightFile}.`, german: `${german} Das richtige ist ${rightFile}.` }
}
