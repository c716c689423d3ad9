import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { listOpenToOthers, ownershipHint } from '../../db/folder-access.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { reasonOf } from './reason.ts'

/**
 * Checks whether the data folder can be used, and only by this user. The German sentences are shown by the
 * portal, which runs the command as its own user.
 */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const about = 'data folder'
  const stat = statSync(dataDir, { throwIfNoEntry: false })
  if (stat === undefined)
    return wrongFinding(about, {
      text: `${dataDir} is missing. The first start makes it: ordi serve`,
      german: `${dataDir} fehlt. Der erste Start legt ihn an: „ordi serve“`,
    })
  if (!stat.isDirectory())
    return wrongFinding(about, {
      text: `${dataDir} is no folder. Set DATA_DIR to one.`,
      german: `${dataDir} ist kein Ordner. Bitte in DATA_DIR einen angeben.`,
    })
  const writeFault = findWriteFault(dataDir)
  if (writeFault !== undefined) return writeFault
  const ownUserId = process.getuid?.()
  if (ownUserId !== undefined && stat.uid !== ownUserId)
    return hintFinding(about, {
      text: `${dataDir} belongs to user ${stat.uid}, and this command runs as ${ownUserId}.`,
      german: `${dataDir} gehört Benutzer ${stat.uid}, und das Portal läuft als ${ownUserId}.`,
    })
  const openCount = listOpenToOthers(dataDir).length
  if (openCount > 0) {
    const openInGerman = openCount === 1 ? 'eine Datei oder einen Ordner' : `${openCount} Dateien oder Ordner`
    return hintFinding(about, {
      text: `other users can reach ${openCount} files or folders in ${dataDir}: chmod -R go= ${dataDir}`,
      german: `Andere Benutzer erreichen ${openInGerman} in ${dataDir}: „chmod -R go= ${dataDir}“`,
    })
  }
  return goodFinding(about, {
    text: `${dataDir} can be written, and is closed to other users`,
    german: `${dataDir} ist beschreibbar und für andere Benutzer geschlossen`,
  })
}

/** Returns a finding if no file can be created in the folder. */
function findWriteFault(dataDir: string): Finding | undefined {
  const trial = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(trial, '', { mode: 0o600 })
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    return wrongFinding('data folder', {
      text: `${dataDir} cannot be written (${reason}). ${ownershipHint(dataDir)}`,
      german: `${dataDir} lässt sich nicht beschreiben (${reason}). Bitte Eigentümer und Rechte des Ordners prüfen.`,
    })
  } finally {
    // `rmSync` throws in a folder that cannot be entered.
    if (existsSync(trial)) rmSync(trial)
  }
}

/** Returns a finding if the folder of backups cannot be read, and would therefore look empty. */
export function findBackupFolderFault({ dataDir }: Pick<Config, 'dataDir'>): Finding | undefined {
  const backups = join(dataDir, 'backups')
  if (!existsSync(backups)) return undefined
  try {
    readdirSync(backups)
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    return wrongFinding('backup', {
      text: `${backups} cannot be read (${reason}). ${ownershipHint(dataDir)}`,
      german: `${backups} lässt sich nicht lesen (${reason}). Bitte Eigentümer und Rechte prüfen.`,
    })
  }
}
