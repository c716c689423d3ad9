import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePractice } from '../testing/backup-practice.ts'
import { ordi } from '../testing/command-line.ts'
import { outcomesOf } from '../testing/data-directory.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Makes a practice whose AFTER_BACKUP is a shell script with this line. */
function makePracticeWithProgram(line: string) {
  const AFTER_BACKUP = join(tempDir(), 'copy')
  writeFileSync(AFTER_BACKUP, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return { ...makePractice(), AFTER_BACKUP }
}

describe('ordi backup with AFTER_BACKUP', () => {
  it('hands the new backup to the program', async () => {
    const { DATA_DIR, AFTER_BACKUP } = makePracticeWithProgram('echo "copied $2 to $1"')
    const { status, out } = await ordi(['backup'], { DATA_DIR, AFTER_BACKUP: `${AFTER_BACKUP} nas` })
    const [name = ''] = readdirSync(join(DATA_DIR, 'backups'))
    expect(status).toBe(0)
    expect(out).toContain(`copied ${join(DATA_DIR, 'backups', name)} to nas\n`)
    expect(outcomesOf(DATA_DIR, 'after-backup')).toEqual(['done'])
  })

  it('fails when the program fails', async () => {
    const { DATA_DIR, AFTER_BACKUP } = makePracticeWithProgram('exit 7')
    expect(await ordi(['backup'], { DATA_DIR, AFTER_BACKUP })).toMatchObject({
      status: 1,
      err: 'The backup is made, but AFTER_BACKUP failed (status 7). The server tries it again.\n',
    })
    expect(outcomesOf(DATA_DIR, 'after-backup')).toEqual(['status 7'])
  })

  it('does not start the program after a backup to another place', async () => {
    const { DATA_DIR, backupFile, AFTER_BACKUP } = makePracticeWithProgram('exit 7')
    expect((await ordi(['backup', backupFile], { DATA_DIR, AFTER_BACKUP })).status).toBe(0)
  })
})
