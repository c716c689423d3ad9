import { expect, it } from 'vitest'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { diskCheck } from './disk.ts'

const MB = 1_000_000

it.each([
  [undefined, 'hint: not known without a data folder'],
  [{ free: 900 * MB, databaseFile: 100 * MB }, 'good: 900 MB free'],
  [
    { free: 399 * MB, databaseFile: 100 * MB },
    'hint: 399 MB free, but the database has 100 MB, and backups and upgrades need room',
  ],
  [{ free: 199 * MB, databaseFile: 1 }, 'wrong: 199 MB free: make room, or nothing can be saved soon'],
])('ordi doctor says of a disk with %j: %s', (folder, text) => {
  expect(findingRows(diskCheck.doctor?.findings({ database: undefined, folder }, NOW))).toEqual([text])
})
