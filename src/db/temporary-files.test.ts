import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { deleteLeftTemporaryFiles, temporaryPath } from './temporary-files.ts'

it('temporary files and folders of killed processes are deleted at the next start', () => {
  const folder = tempDir()
  const { pid: ended } = spawnSync('true')
  // An earlier process may have had the id of this one.
  const own = basename(temporaryPath(folder))
  const ofRunningProcess = `temporary-${process.ppid}-abc`
  const kept = ['ordi.db', ofRunningProcess, 'temporary-notes.txt', 'temporary-x-abc']
  for (const name of [...kept, own, `temporary-${ended}-abc`, `temporary-${ended}-abc-journal`])
    writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, `temporary-${ended}-drill`))
  writeFileSync(join(folder, `temporary-${ended}-drill`, 'ordi.db'), '')
  deleteLeftTemporaryFiles(folder)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
})
