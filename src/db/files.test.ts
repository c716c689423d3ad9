import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { deleteLeftTemporaries, ownershipHint, temporaryPath } from './files.ts'

it('temporary files and folders of killed processes are deleted at the next start', () => {
  const folder = tempDir()
  const { pid: ended } = spawnSync('true')
  const own = basename(temporaryPath(folder))
  const running = `temporary-${process.ppid}-abc`
  const kept = ['ordi.db', running, 'temporary-notes.txt', 'temporary-x-abc']
  for (const name of [...kept, own, `temporary-${ended}-abc`, `temporary-${ended}-abc-journal`])
    writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, `temporary-${ended}-drill`))
  writeFileSync(join(folder, `temporary-${ended}-drill`, 'ordi.db'), '')
  deleteLeftTemporaries(folder)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
})

it('the hint for a folder on a read-only file system is to mount it writable, not to change its owner', () => {
  const folder = tempDir()
  expect(ownershipHint(folder)).toContain(`chown -R`)
  const asked: unknown[] = []
  const access = (path: unknown) => {
    asked.push(path)
    throw Object.assign(new Error('read-only'), { code: 'EROFS' })
  }
  for (const path of [folder, join(folder, 'not-made-yet')])
    expect(ownershipHint(path, access)).toBe(
      'It is on a read-only file system: mount it so that it can be written.',
    )
  expect(asked).toEqual([folder, folder])
})
