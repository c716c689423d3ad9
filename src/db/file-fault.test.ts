import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { fileFaultIn } from './file-fault.ts'

/** Returns the error that an operation throws. */
function errorOf(operation: () => unknown): unknown {
  try {
    operation()
  } catch (error) {
    return error
  }
  throw new Error('nothing is thrown')
}

/** Makes an error as Node reports it for a call of the system. */
const systemError = (facts: Readonly<{ code: string; syscall: string; path?: string; dest?: string }>) =>
  Object.assign(new Error('as Node words it'), facts)

/** The paths that a test writes: an existing folder, and an existing file in it. */
type Paths = Readonly<{ folder: string; file: string }>

describe('the sentence about an error of the file system', () => {
  it.each([
    {
      code: 'EACCES',
      sentence:
        /^the user \d+:\d+ may not use \/mnt\/x\.db\. Run this as the user that runs Ordi, name another place, or /,
    },
    { code: 'EPERM', sentence: /^the user \d+:\d+ may not use \/mnt\/x\.db\. / },
    {
      code: 'EROFS',
      sentence: /^\/mnt\/x\.db is on a read-only file system\. Name another place, or mount it so that it /,
    },
    { code: 'ENOSPC', sentence: /^the disk is full\. Make room: df -h \/mnt$/ },
    { code: 'EDQUOT', sentence: /^the disk is full\. Make room: df -h \/mnt$/ },
    { code: 'EFBIG', sentence: /^the disk is full\. Make room: df -h \/mnt$/ },
    {
      code: 'EIO',
      sentence: /^\/mnt\/x\.db cannot be read or written\. Look whether its disk is broken\.$/,
    },
  ])('says for $code what to do with the file that was written', ({ code, sentence }) => {
    const file = '/mnt/x.db'
    expect(fileFaultIn(systemError({ code, syscall: 'open', path: file }))).toMatch(sentence)
    const ofCopy = systemError({ code, syscall: 'copyfile', path: '/data/y', dest: file })
    expect(fileFaultIn(ofCopy)).toMatch(sentence)
  })

  it.each([
    {
      problem: 'a new file that exists already',
      write: ({ file }: Paths) => writeFileSync(file, '', { flag: 'wx' }),
      sentence: ({ file }: Paths) => `${file} exists already and is not written over.`,
    },
    {
      problem: 'a path through a file',
      write: ({ file }: Paths) => writeFileSync(join(file, 'x'), ''),
      sentence: ({ file }: Paths) => `${file}/x leads through a file, which is no folder.`,
    },
    {
      problem: 'a folder instead of a file',
      write: ({ folder }: Paths) => writeFileSync(folder, ''),
      sentence: ({ folder }: Paths) => `${folder} is a folder. Name a file.`,
    },
    {
      problem: 'a new folder where a file is',
      write: ({ file }: Paths) => mkdirSync(file),
      sentence: ({ file }: Paths) => `${file} is no folder. Move it away.`,
    },
    {
      problem: 'a new folder in a missing one',
      write: ({ folder }: Paths) => mkdirSync(join(folder, 'a', 'b')),
      sentence: ({ folder }: Paths) => `${folder}/a/b cannot be made there. Name another place.`,
    },
  ])('names the path that Node itself reports for $problem', ({ write, sentence }) => {
    const folder = tempDir()
    const paths = { folder, file: join(folder, 'file') }
    writeFileSync(paths.file, '')
    expect(fileFaultIn(errorOf(() => write(paths)))).toBe(sentence(paths))
  })

  it('names the folders that were written if the error names no file', () => {
    const ofNode = systemError({ code: 'ENOSPC', syscall: 'write' })
    expect(fileFaultIn(ofNode, '/mnt /data')).toBe('the disk is full. Make room: df -h /mnt /data')
    const ofSqlite = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    const ofDrizzle = new Error('of Drizzle', { cause: ofSqlite })
    expect(fileFaultIn(ofDrizzle, '/mnt')).toBe('the disk is full. Make room: df -h /mnt')
  })

  it('asks to look for a full disk where SQLite only says that it could not write', () => {
    const error = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE')
    expect(fileFaultIn(error, '/mnt')).toBe('disk I/O error. Look whether the disk is full: df -h /mnt')
  })

  it.each([
    { other: 'a bug', error: new TypeError('x is not a function') },
    { other: 'a missing file', error: systemError({ code: 'ENOENT', syscall: 'open', path: '/mnt/x.db' }) },
    { other: 'a port', error: systemError({ code: 'EACCES', syscall: 'listen' }) },
    { other: 'a text', error: 'text' },
  ])('is not there for $other', ({ error }) => {
    expect(fileFaultIn(error)).toBeUndefined()
  })
})
