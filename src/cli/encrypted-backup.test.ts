import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateKey } from '../db/age-file.ts'
import { writeSettings } from '../practice/settings.ts'
import { keptFilesIn, makePractice, nameIn, renamePractice } from '../testing/backup-practice.ts'
import { failure, MAIN, ordi, success } from '../testing/command-line.ts'
import { withPortalIn } from '../testing/data-directory.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** The line with the public key in a key file. */
const PUBLIC_KEY = /^# public key: (?<recipient>age1\w+)$/m

describe('an encrypted backup', () => {
  it('is encrypted to the public key from backup-key, and decrypted with its file', async () => {
    const { DATA_DIR, backupFile } = makePractice()
    const generated = await ordi(['backup-key'], { DATA_DIR })
    const recipient = PUBLIC_KEY.exec(generated.out)?.groups?.recipient ?? ''
    const keyFile = join(tempDir(), 'key.txt')
    writeFileSync(keyFile, generated.out)
    withPortalIn({ DATA_DIR }, (ctx) => writeSettings(ctx, 'general', { backup_recipient: recipient }))

    const backup = await ordi(['backup', backupFile], { DATA_DIR })
    const encrypted = `${backupFile}.age`
    expect(backup).toEqual(
      success(expect.stringContaining(`${encrypted}\n${statSync(encrypted).size} bytes, `)),
    )
    expect(backup.out).toContain('Encrypted.')

    const keyMissing = `This backup is encrypted. Name the file with its secret key: --identity FILE (see docs/ops/backups.md).\n`
    expect(await ordi(['verify', encrypted], { DATA_DIR })).toEqual(failure(keyMissing))
    expect(await ordi(['restore', encrypted, '--yes'], { DATA_DIR })).toEqual(failure(keyMissing))
    expect(await ordi(['verify', encrypted, '--identity', keyFile], { DATA_DIR })).toEqual(
      success(expect.stringContaining('services 5: checked, sound')),
    )

    renamePractice(DATA_DIR, 'since')
    const restored = await ordi(['restore', encrypted, '--identity', keyFile, '--yes'], { DATA_DIR })
    expect(restored).toMatchObject({ status: 0, err: '' })
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', ...keptFilesIn(DATA_DIR), 'secret.key'])
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('that was killed leaves a plain copy, which the next command deletes', async () => {
    const { DATA_DIR } = makePractice()
    const { recipient } = await generateKey()
    withPortalIn({ DATA_DIR }, (ctx) => {
      writeSettings(ctx, 'general', { backup_recipient: recipient })
      // Copying this takes long enough to be interrupted.
      const insert = ctx.db.$client.prepare('insert into attempts (subject, at) values (?, 0)')
      for (let i = 0; i < 30; i++) insert.run('x'.repeat(1_000_000))
    })
    const plainCopies = () => readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-'))

    const backup = spawn(process.execPath, [MAIN, 'backup'], { env: { DATA_DIR } })
    const ended = once(backup, 'exit')
    await expect.poll(plainCopies, { interval: 5 }).not.toEqual([])
    backup.kill('SIGKILL')
    await ended
    // The copy is left behind, perhaps with a second file that SQLite or the encryption had open.
    expect(plainCopies()).not.toEqual([])

    await ordi(['admin', 'list'], { DATA_DIR })
    expect(plainCopies()).toEqual([])
    expect(readdirSync(join(DATA_DIR, 'backups'))).toEqual([])
  })
})
