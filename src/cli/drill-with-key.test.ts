import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateKey } from '../db/age-file.ts'
import { failure, ordi } from '../testing/command-line.ts'
import { outcomesOf } from '../testing/data-directory.ts'
import { makeEncryptedBackup, temporariesIn } from '../testing/drill-practice.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('ordi drill with encrypted backups', () => {
  it('checks an encrypted backup as far as possible without the secret key, and completely with it', async () => {
    const { DATA_DIR, keyFile } = await makeEncryptedBackup()
    expect((await ordi(['drill'], { DATA_DIR })).out).toMatch(
      /^\S+\.age is as it was written\. Only its secret key opens it, so the drill went on with a backup of this moment\.\nRestored, .* 5 services on offer\.\n$/,
    )
    expect((await ordi(['drill', '--identity', keyFile], { DATA_DIR })).out).toMatch(
      /^\S+\.age\nRestored, .* 5 services on offer\.\n$/,
    )
  })

  it('finds damage in an encrypted backup even without the secret key', async () => {
    const { DATA_DIR, file, keyFile } = await makeEncryptedBackup()
    const bytes = readFileSync(file)
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    writeFileSync(file, bytes)

    const damaged = `The drill with ${file} failed. This file is damaged: it is not as it was written.\n`
    expect(await ordi(['drill'], { DATA_DIR })).toEqual(failure(damaged))
    expect(await ordi(['drill', file, '--identity', keyFile], { DATA_DIR })).toEqual(failure(damaged))
    expect(outcomesOf(DATA_DIR, 'drill')).toEqual([expect.stringContaining('damaged')])
    expect(temporariesIn(DATA_DIR)).toEqual([])
  })

  it('records no failure for another file or a wrong key', async () => {
    const { DATA_DIR, file } = await makeEncryptedBackup()
    const wrongKey = join(tempDir(), 'key.txt')
    writeFileSync(wrongKey, (await generateKey()).identity)
    for (const args of [['--identity', wrongKey], [file, '--identity', wrongKey], [file]])
      expect((await ordi(['drill', ...args], { DATA_DIR })).status).toBe(1)
    expect(outcomesOf(DATA_DIR, 'drill')).toEqual([])
  })

  it.each(['drill', 'verify', 'restore'])(
    'prints no secret when a character of the key is wrong: %s',
    async (command) => {
      const { DATA_DIR, file, keyFile, identity } = await makeEncryptedBackup()
      const place = identity.length - 5
      const wrongLetter = identity[place] === 'Q' ? 'P' : 'Q'
      writeFileSync(keyFile, `${identity.slice(0, place)}${wrongLetter}${identity.slice(place + 1)}`)

      const args = [command, file, '--identity', keyFile, ...(command === 'restore' ? ['--yes'] : [])]
      const { status, out, err } = await ordi(args, { DATA_DIR })
      expect(status).toBe(1)
      expect(err).toContain(`Line 1 of ${keyFile} is not the secret key as it was written`)
      expect(out + err).not.toMatch(/AGE-SECRET-KEY|\n\s+at /)
      // Not even eight characters of the key itself are printed.
      const rightPart = identity.slice('AGE-SECRET-KEY-1'.length, place)
      const eightCharacters = rightPart.match(/.{8}/g) ?? []
      expect(eightCharacters.length).toBeGreaterThan(5)
      for (const characters of eightCharacters) expect(out + err).not.toContain(characters)
    },
  )
})
