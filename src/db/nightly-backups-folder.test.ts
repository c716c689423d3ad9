import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addDays, HOUR } from '../shared/day.ts'
import { openNightlyPortal } from '../testing/nightly-database.ts'
import { generateKey } from './age-file.ts'
import { readBackupState } from './backup-state.ts'
import type { Db } from './open.ts'

/** Stores the public key of a new pair of keys in the settings. */
async function storePublicKey(db: Db): Promise<void> {
  const { recipient } = await generateKey()
  db.$client
    .prepare(`insert into settings values ('general.backup_recipient', ?, 0)`)
    .run(JSON.stringify(recipient))
}

const backupOf = (day: string) => `ordi-${day}T011500Z.db`
const encryptedBackupOf = (day: string) => `${backupOf(day)}.age`

it('a nightly backup deletes older ones, except the newest of seven days, four weeks and six months', async () => {
  const { runNightly, listBackups, putBackups } = openNightlyPortal()
  // The 4th of January is a Monday.
  const newestOfDecember = backupOf('2026-12-31')
  /** Neither the newest of a day that counts, nor of a week or a month. */
  const neither = [backupOf('2027-01-01'), backupOf('2027-01-02')]
  const newestOfFirstWeek = backupOf('2027-01-03')
  const lastSixDays = ['04', '05', '06', '07', '08', '09'].map((day) => backupOf(`2027-01-${day}`))
  putBackups(newestOfDecember, ...neither, newestOfFirstWeek, ...lastSixDays)
  await runNightly('2027-01-10T01:15:00Z')
  expect(listBackups()).toEqual([newestOfDecember, newestOfFirstWeek, ...lastSixDays, backupOf('2027-01-10')])
})

it('a nightly backup neither deletes nor changes foreign files and backups from the future', async () => {
  const { folder, runNightly, listBackups, putBackups } = openNightlyPortal()
  const foreign = [
    'before-upgrade-1767225600000.db',
    'ordi-2026-01-01T000000Z.db.gz',
    // Neither a 13th month nor a 41st day exists.
    'ordi-2026-13-41T000000Z.db',
    backupOf('2035-01-01'),
    'ordi-by-hand.db',
    'pre-restore-2026-01-01T000000Z.db',
  ]
  // 220 newer backups would make all foreign files expire if they counted as backups.
  const daily = Array.from({ length: 220 }, (_, day) => backupOf(addDays('2026-06-01', day)))
  putBackups(...foreign, ...daily)
  await runNightly('2027-01-10T01:15:00Z')
  expect(listBackups().filter((name) => !daily.includes(name))).toEqual(
    [...foreign, backupOf('2027-01-10')].toSorted(),
  )
  // Each file contains its own name.
  for (const name of foreign) expect(readFileSync(join(folder, name), 'utf8')).toBe(name)
})

it('a nightly backup deletes unfinished files of a killed process, but not recent ones', async () => {
  const { runNightly, listBackups, putBackups } = openNightlyPortal()
  const recent = 'ordi-2027-01-11T011000Z.db.unfinished'
  const old = 'ordi-2027-01-09T011500Z.db.unfinished'
  putBackups(old, `${old}-journal`, recent, 'mine.unfinished')
  await runNightly('2027-01-11T01:15:00Z')
  expect(listBackups()).toEqual(['mine.unfinished', recent, backupOf('2027-01-11')])
})

it('a nightly backup is encrypted once there is a public key, and the log says so', async () => {
  const { db, dir, ctxAt, folder, logLines, runNightly } = openNightlyPortal()
  await storePublicKey(db)
  await runNightly('2027-01-18T01:15:00Z')
  expect(JSON.parse(logLines.at(-1) ?? '')).toMatchObject({
    msg: 'backup made',
    encrypted: true,
    bytes: statSync(join(folder, encryptedBackupOf('2027-01-18'))).size,
  })
  const anHourLater = ctxAt(Date.parse('2027-01-18T02:15:00Z'))
  expect(readBackupState(anHourLater)).toMatchObject({ encrypted: true, age: HOUR })
  expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
})

it('encrypted backups are kept as long as the plain ones from before the key', async () => {
  const { db, runNightly, listBackups, putBackups } = openNightlyPortal()
  // The 18th of January is a Monday.
  const newestOfItsWeek = backupOf('2027-01-10')
  const neither = backupOf('2027-01-11')
  const sevenDaysOld = backupOf('2027-01-12')
  const encrypted = ['13', '14', '15', '16', '17'].map((day) => encryptedBackupOf(`2027-01-${day}`))
  putBackups(newestOfItsWeek, neither, sevenDaysOld, ...encrypted)
  await storePublicKey(db)
  await runNightly('2027-01-18T01:15:00Z')
  expect(listBackups()).toEqual([
    newestOfItsWeek,
    sevenDaysOld,
    ...encrypted,
    encryptedBackupOf('2027-01-18'),
  ])
})
