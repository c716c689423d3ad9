import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW } from '../testing/test-app.ts'
import { programArguments } from '../testing/test-program.ts'
import {
  beginRotation,
  inspectSecretFile,
  isRotationOpen,
  keepSecretCopy,
  listEarlierSecrets,
  readSecret,
  secretPaths,
  writeSecret,
} from './secret-file.ts'

/** A secret of the shortest length that is accepted. */
const SECRET = 'x'.repeat(32)

/** Makes a data folder without a secret. `ownPath` is where its secret belongs. */
function makeDataDir() {
  const dataDir = tempDir()
  return { dataDir, ownPath: secretPaths(dataDir).own }
}

describe('the file of a secret', () => {
  it('is written once, for its user only', () => {
    const { ownPath } = makeDataDir()
    writeSecret(ownPath, SECRET)
    expect(readSecret(ownPath)).toBe(SECRET)
    expect(statSync(ownPath).mode & 0o777).toBe(0o600)
    expect(() => writeSecret(ownPath, 'another')).toThrow('EEXIST')
  })

  it.runIf(process.platform === 'linux')('is not left empty by a full disk', async () => {
    const { dataDir, ownPath } = makeDataDir()
    // The shell lets the program write no files at all.
    const withoutFiles = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`
    const program = [process.execPath, ...programArguments('write-secret'), ownPath]
    const { stdout } = await promisify(execFile)('sh', ['-c', withoutFiles, ...program])
    expect(stdout).toBe(`The secret cannot be stored: the disk is full. Make room: df -h ${dataDir}`)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is reported when it is missing', () => {
    const { ownPath } = makeDataDir()
    expect(inspectSecretFile(ownPath)).toEqual({ secret: '', fault: 'missing' })
    expect(() => readSecret(ownPath)).toThrow(`The secret is missing: ${ownPath}.`)
  })

  it('is reported when it cannot be read', () => {
    const folder = tempDir()
    expect(inspectSecretFile(folder)).toEqual({ secret: '', fault: 'unreadable' })
    expect(() => readSecret(folder)).toThrow('The secret cannot be read')
  })

  it('is reported when it is cut short', () => {
    const { ownPath } = makeDataDir()
    writeFileSync(ownPath, `${SECRET.slice(1)}\n`)
    expect(inspectSecretFile(ownPath)).toEqual({ secret: SECRET.slice(1), fault: 'short' })
    expect(() => readSecret(ownPath)).toThrow('The secret is cut short')
  })

  it('may have spaces around the secret', () => {
    const { ownPath } = makeDataDir()
    writeFileSync(ownPath, ` ${SECRET}\n`)
    expect(inspectSecretFile(ownPath)).toEqual({ secret: SECRET })
  })
})

describe('a rotation', () => {
  it('counts as open while there is a new secret', () => {
    const { dataDir } = makeDataDir()
    expect(isRotationOpen(dataDir)).toBe(false)
    const secret = beginRotation(dataDir)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(isRotationOpen(dataDir)).toBe(true)
    expect(readSecret(secretPaths(dataDir).next)).toBe(secret)
  })

  it('replaces the new secret that an interrupted rotation has left behind', () => {
    const { dataDir } = makeDataDir()
    const { next } = secretPaths(dataDir)
    writeFileSync(next, 'left behind')
    const secret = beginRotation(dataDir)
    expect(readSecret(next)).toBe(secret)
  })
})

describe('the copies of secrets', () => {
  it('are one for each secret, named by the time of the copy', () => {
    const { dataDir, ownPath } = makeDataDir()
    expect(listEarlierSecrets(dataDir)).toEqual([])
    writeSecret(ownPath, SECRET)
    keepSecretCopy(dataDir, NOW)
    // The secret is still the same, so this makes no second copy.
    keepSecretCopy(dataDir, NOW + MINUTE)
    writeFileSync(ownPath, `${SECRET}y`)
    keepSecretCopy(dataDir, NOW + 2 * MINUTE)
    // The names have the times in UTC; `NOW` is 13:40 in Vienna.
    const copies = listEarlierSecrets(dataDir)
    expect(copies).toEqual(
      ['2027-01-07T124000Z', '2027-01-07T124200Z'].map((time) => join(dataDir, `secret.key.before-${time}`)),
    )
    expect(copies.map((path) => readFileSync(path, 'utf8').trim())).toEqual([SECRET, `${SECRET}y`])
  })
})
