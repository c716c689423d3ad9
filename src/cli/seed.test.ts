import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failure, ordi, success } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('ordi seed', () => {
  const seeded = success('The demo practice is in place. To remove it again: ordi seed --clear\n')

  it('fills an empty database once, with or without --demo', async () => {
    const DATA_DIR = tempDir()
    expect(await ordi(['seed', '--demo'], { DATA_DIR })).toEqual(seeded)
    expect(await ordi(['seed'], { DATA_DIR })).toEqual(
      failure(
        'Nothing was changed: the database has services already, and the demo practice is for an empty one.\n',
      ),
    )
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })

  it('fills an empty database even if ORDI_DEMO is set', async () => {
    expect(await ordi(['seed'], { DATA_DIR: tempDir(), ORDI_DEMO: '1' })).toEqual(seeded)
  })

  it.each([
    { options: ['--all'] },
    { options: ['--clear', '--doctors', '3'] },
    { options: ['--demo', '--clear'] },
  ])('is refused with $options', async ({ options }) => {
    expect(await ordi(['seed', ...options], { DATA_DIR: tempDir() })).toEqual(
      failure('usage: ordi seed [--demo | --clear | --doctors N]\n'),
    )
  })

  it('gives the demo practice up to four doctors with --doctors', async () => {
    const DATA_DIR = tempDir()
    for (const number of ['0', '5', '1.5', 'x', ''])
      expect((await ordi(['seed', '--doctors', number], { DATA_DIR })).status).toBe(1)
    expect(await ordi(['seed', '--doctors', '3'], { DATA_DIR })).toEqual(seeded)

    expect(rowsIn(DATA_DIR, 'select name from resources order by display_order')).toEqual([
      { name: 'Dr. Demo Muster' },
      { name: 'Dr. Erika Beispiel' },
      { name: 'Dr. Max Erfunden' },
    ])
    expect(rowsIn(DATA_DIR, 'select distinct other_resource_ids as others from services')).toEqual([
      { others: '["doctor-2","doctor-3"]' },
    ])
  })

  it('removes the demo with --clear, once', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    expect(await ordi(['seed', '--clear'], { DATA_DIR })).toEqual(
      success('The demo practice is gone: 5 services, 0 bookings. A backup from before is in backups/.\n'),
    )
    expect(await ordi(['seed', '--clear'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: there is no demo practice.\n'),
    )
  })

  it('creates no database with --clear', async () => {
    const DATA_DIR = tempDir()
    expect(await ordi(['seed', '--clear'], { DATA_DIR })).toEqual(
      failure(`There is no database: ${DATA_DIR}/ordi.db\n`),
    )
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})
