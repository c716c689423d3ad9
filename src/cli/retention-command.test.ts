import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, ordi } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { makeOldAppointments } from '../testing/old-appointments.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('ordi retention', () => {
  // By default messages are kept for 180 days, social security numbers for 30 days and bookings for ever. Due
  // are both messages about the rejection, and the number of the confirmed booking.
  const COUNTS =
    'messages to empty: 2\nsocial security numbers to delete: 1\nanswers to questions to delete: 0\nbookings to anonymise: 0\n'

  it('prints with --dry-run what would be deleted, and deletes nothing', async () => {
    const env = makeOldAppointments()
    expect(await ordi(['retention', '--dry-run'], env)).toMatchObject({
      status: 0,
      out: `Nothing was changed. Due now:\n${COUNTS}`,
    })
    expect(rowsIn(env.DATA_DIR, 'select id from messages where emptied is not null')).toEqual([])
  })

  it('deletes what is due', async () => {
    const env = makeOldAppointments()
    expect(await ordi(['retention'], env)).toMatchObject({ status: 0, out: `Done:\n${COUNTS}` })
    expect(rowsIn(env.DATA_DIR, 'select id from messages where emptied is not null')).toHaveLength(2)
    expect(rowsIn(env.DATA_DIR, 'select id from bookings where svnr is not null')).toEqual([])
  })

  it('is refused with any other option', async () => {
    expect((await ordi(['retention', '--all'], makeOldAppointments())).status).toBe(1)
  })

  it('is refused without a database, and creates none', async () => {
    const DATA_DIR = tempDir()
    expect(await ordi(['retention'], { DATA_DIR })).toEqual(
      failure(`There is no database: ${join(DATA_DIR, 'ordi.db')}\n`),
    )
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})
