import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { deleteLeftTemporaryFiles, temporaryPath } from './temporary-files.ts'

it('temporary files and folders of killed processes are deleted at the next start', () => {
  const folder = tempDir()
  const { pid: endedPid } = spawnSync('true')
  const ofEndedProcess = [`temporary-${endedPid}-abc`, `temporary-${endedPid}-abc-journal`]
  // An earlier process may have had the id of this one.
  const withIdOfThisProcess = basename(temporaryPath(folder))
  const ofRunningProcess = `temporary-${process.ppid}-abc`
  const foreign = ['ordi.db', 'temporary-notes.txt', 'temporary-x-abc']
  for (const name of [...ofEndedProcess, withIdOfThisProcess, ofRunningProcess, ...foreign])
    writeFileSync(join(folder, name), '')
  const folderOfEndedProcess = join(folder, `temporary-${endedPid}-drill`)
  mkdirSync(folderOfEndedProcess)
  writeFileSync(join(folderOfEndedProcess, 'ordi.db'), '')
  deleteLeftTemporaryFiles(folder)
  expect(readdirSync(folder).toSorted()).toEqual([...foreign, ofRunningProcess].toSorted())
})
