import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { fileFaultIn } from './file-fault.ts'

/** Returns what an operation throws. */
function errorOf(operation: () => unknown): unknown {
  try {
    operation()
  } catch (error) {
    return error
  }
  throw new Error('nothing is thrown')
}

const systemError = (facts: Record<string, string>) => Object.assign(new Error('as Node words it'), facts)

describe('the sentence about an error of the file system', () => {
  it.each([
    [
      'EACCES',
      /^the user \d+:\d+ may not use \/mnt\/x\.db\. Run this as the user that runs Ordi, name another place, or /,
    ],
    ['EPERM', /^the user \d+:\d+ may not use \/mnt\/x\.db\. /],
    ['EROFS', /^\/mnt\/x\.db is on a read-only file system\. Name another place, or mount it so that it /],
    ['ENOSPC', /^the disk is full\. Make room: df -h \/mnt$/],
    ['EDQUOT', /^the disk is full\. Make room: df -h \/mnt$/],
    ['EFBIG', /^the disk is full\. Make room: df -h \/mnt$/],
    ['EIO', /^\/mnt\/x\.db cannot be read or written\. Look whether its disk is broken\.$/],
  ])('says for %s what to do', (code, sentence) => {
    const path = '/mnt/x.db'
    expect(fileFaultIn(systemError({ code, syscall: 'open', path }))).toMatch(sentence)
    expect(fileFaultIn(systemError({ code, syscall: 'copyfile', path: '/data/y', dest: path }))).toMatch(
      sentence,
    )
  })

  it('names the path for what Node itself reports', () => {
    const folder = tempDir()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const write = (path: string) => fileFaultIn(errorOf(() => writeFileSync(path, '', { flag: 'wx' })))
    expect(write(file)).toBe(`${file} exists already and is not written over.`)
    expect(write(join(file, 'x'))).toBe(`${file}/x leads through a file, which is no folder.`)
    expect(fileFaultIn(errorOf(() => writeFileSync(folder, '')))).toBe(`${folder} is a folder. Name a file.`)
    expect(fileFaultIn(errorOf(() => mkdirSync(file)))).toBe(`${file} is no folder. Move it away.`)
    expect(fileFaultIn(errorOf(() => mkdirSync(join(folder, 'a', 'b'))))).toBe(
      `${folder}/a/b cannot be made there. Name another place.`,
    )
  })

  it('names the folders that were written if the error names no file', () => {
    expect(fileFaultIn(systemError({ code: 'ENOSPC', syscall: 'write' }), '/mnt /data')).toBe(
      'the disk is full. Make room: df -h /mnt /data',
    )
    const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    expect(fileFaultIn(new Error('of Drizzle', { cause: full }), '/mnt')).toBe(
      'the disk is full. Make room: df -h /mnt',
    )
    expect(fileFaultIn(new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE'), '/mnt')).toBe(
      'disk I/O error. Look whether the disk is full: df -h /mnt',
    )
  })

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['a missing file', systemError({ code: 'ENOENT', syscall: 'open', path: '/mnt/x.db' })],
    ['a port', systemError({ code: 'EACCES', syscall: 'listen' })],
    ['no error', 'text'],
  ])('is not there for %s', (_, error) => {
    expect(fileFaultIn(error)).toBeUndefined()
  })
})
