import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupDatabase } from '../db/backup-file.ts'
import { readSetting, writeSettings } from '../practice/settings.ts'
import { withPortalIn } from './data-directory.ts'
import { tempDir } from './temp-dir.ts'

const DEMO_ENVIRONMENT = { ORDI_DEMO: '1' }

/**
 * Makes a data folder with the demo practice under another name. `databaseFile` is the path of its database,
 * and `backupFile` the one for its backup.
 */
export function makePractice(name = 'before') {
  const DATA_DIR = tempDir()
  renamePractice(DATA_DIR, name)
  return { DATA_DIR, databaseFile: join(DATA_DIR, 'ordi.db'), backupFile: join(tempDir(), 'backup.db') }
}

/** Changes the name of the practice, by which tests recognise earlier and later data. */
export function renamePractice(DATA_DIR: string, name: string) {
  return withPortalIn({ DATA_DIR, ...DEMO_ENVIRONMENT }, (ctx) => writeSettings(ctx, 'practice', { name }))
}

/**
 * Makes a practice named `since`, whose backup has the name `before`. `databaseBytes` are its present data.
 */
export async function makeBackedUpPractice() {
  const practice = makePractice()
  await backupDatabase(practice.databaseFile, practice.backupFile)
  renamePractice(practice.DATA_DIR, 'since')
  return { ...practice, databaseBytes: readFileSync(practice.databaseFile) }
}

/** Returns the name of the practice. */
export function nameIn(DATA_DIR: string) {
  return withPortalIn({ DATA_DIR, ...DEMO_ENVIRONMENT }, (ctx) => readSetting(ctx, 'practice', 'name'))
}

/** Returns the files that keep the data from before a restore. */
export function keptFilesIn(DATA_DIR: string): string[] {
  return readdirSync(DATA_DIR).filter((name) => name.startsWith('pre-restore-'))
}
