import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { tempDir } from './temp-dir.ts'
import { openTestApp, recordLog } from './test-app.ts'

/** Opens a portal whose data folder can be moved within its folder `parent`. */
export function openMovablePortal() {
  const parent = tempDir()
  const dataDir = join(parent, 'data')
  const backupFolder = join(dataDir, 'backups')
  mkdirSync(dataDir)
  /** Returns the path of the database or, with a suffix such as `-wal`, of a file beside it. */
  const databaseFile = (suffix = '') => join(dataDir, `ordi.db${suffix}`)
  const { lines, log } = recordLog()
  const app = openTestApp({ file: databaseFile(), ports: { log } })
  onTestFinished(() => app.close())
  const listBackups = () => (existsSync(backupFolder) ? readdirSync(backupFolder) : [])
  return {
    ...app,
    parent,
    dataDir,
    backupFolder,
    databaseFile,
    log,
    logLines: lines,
    /** Lists the names in the folder of backups. */
    listBackups,
    /** Lists the paths of the finished copies, the oldest first. */
    listRescued: (): string[] =>
      listBackups()
        .filter((name) => name.startsWith('rescued-') && !name.endsWith('unfinished'))
        .toSorted()
        .map((name) => join(backupFolder, name)),
    /** Returns the status of a fresh health check. */
    checkHealth: async (): Promise<number> => {
      // The previous check counts for `TRIAL_VALID_MS`.
      app.pass(5_000)
      return (await app.browser().get('/api/health')).status
    },
    /** Makes a call that writes to the database. */
    writeByCall: () => app.browser().post('/api/email/send', { email: 'maria@patient.example' }),
    /** Moves the file of the database away, and puts it back. */
    moveFileAway: () => renameSync(databaseFile(), databaseFile('.elsewhere')),
    putFileBack: () => renameSync(databaseFile('.elsewhere'), databaseFile()),
    /** Renames the data folder, and gives it its name again. */
    moveFolderAway: () => renameSync(dataDir, join(parent, 'moved')),
    putFolderBack: () => renameSync(join(parent, 'moved'), dataDir),
    /** Moves the WAL away, without which the file is not the whole database. */
    moveWalAway: () => renameSync(databaseFile('-wal'), databaseFile('-old')),
  }
}
type MovablePortal = ReturnType<typeof openMovablePortal>

/** Returns the path of the only copy. */
export function onlyRescued({ listRescued }: MovablePortal): string {
  const [path, ...others] = listRescued()
  if (path === undefined || others.length > 0) throw new Error('there is not exactly one copy')
  return path
}

/** Ways to lose a database that is open. */
export const LOSSES: readonly Readonly<{ loss: string; lose: (portal: MovablePortal) => void }>[] = [
  { loss: 'its file is deleted', lose: ({ databaseFile }) => rmSync(databaseFile()) },
  {
    loss: 'its file and WAL are deleted',
    lose: ({ databaseFile }) => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(databaseFile(suffix))
    },
  },
  {
    loss: 'its folder is renamed',
    lose: ({ moveFolderAway }) => moveFolderAway(),
  },
  { loss: 'its WAL is renamed', lose: ({ moveWalAway }) => moveWalAway() },
  { loss: 'its WAL is deleted', lose: ({ databaseFile }) => rmSync(databaseFile('-wal')) },
  {
    loss: 'its WAL is replaced',
    lose: ({ databaseFile, moveWalAway }) => {
      moveWalAway()
      writeFileSync(databaseFile('-wal'), '')
    },
  },
  {
    loss: 'its file is replaced',
    lose: ({ databaseFile, parent }) => {
      const otherFile = join(parent, 'other.db')
      new Database(otherFile).exec('create table other (id integer)').close()
      renameSync(otherFile, databaseFile())
    },
  },
]
