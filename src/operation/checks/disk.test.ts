import { expect, it } from 'vitest'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { diskCheck } from './disk.ts'

const MB = 1_000_000

// The last two folders are one megabyte short: of `ROOM_FACTOR` databases, and of `LEAST_ROOM`.

it.each([
  { folder: undefined, text: 'hint: not known without a data folder' },
  { folder: { free: 900 * MB, databaseFile: 100 * MB }, text: 'good: 900 MB free' },
  {
    folder: { free: 399 * MB, databaseFile: 100 * MB },
    text: 'hint: 399 MB free, but the database has 100 MB, and backups and upgrades need room',
  },
  {
    folder: { free: 199 * MB, databaseFile: 1 },
    text: 'wrong: 199 MB free: make room, or nothing can be saved soon',
  },
])('ordi doctor says of a disk with $folder: $text', ({ folder, text }) => {
  expect(findingRows(diskCheck.doctor?.findings({ database: undefined, folder }, NOW))).toEqual([text])
})
