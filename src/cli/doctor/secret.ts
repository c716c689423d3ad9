import { dirname } from 'node:path'
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

/**
 * Checks whether the secret belongs to the database.
 * @param file where the secret is; undefined when it is APP_SECRET
 * @returns the secret too, if it can be used
 */
export function checkSecret(
  { $client }: Db,
  { appSecret = '', dataDir }: Config,
  file: string | undefined,
): Readonly<{ secret?: string; finding: Finding }> {
  const { secret, fault } =
    file === undefined ? { secret: appSecret, fault: undefined } : inspectSecretFile(file)
  if (file !== undefined && fault !== undefined)
    return { finding: wrongFinding('secret', FAULTS[fault](file)) }
  const { isPresent, path } = findSecretOf($client.name, { dataDir, present: secret })
  if (!isPresent) return { finding: wrongFinding('secret', otherSecret(file ?? 'APP_SECRET', path)) }
  const finding = goodFinding('secret', {
    text: 'it is the one of this database. Keep a copy elsewhere: it is in no backup.',
    german: 'Es ist das dieser Datenbank. Bitte eine Kopie anderswo aufbewahren: Es ist in keiner Sicherung.',
  })
  return { secret, finding }
}

function otherSecret(place: string, earlier: string | undefined): Sentences {
  const text = `${place} is not the one this database was encrypted with.`
  const german = `${place} ist nicht das Geheimnis, mit dem diese Datenbank verschlüsselt ist.`
  return earlier === undefined
    ? { text: `${text} Put the right one back.`, german: `${german} Bitte das richtige zurücklegen.` }
    : { text: `${text} The right one is ${earlier}.`, german: `${german} Das richtige ist ${earlier}.` }
}
