import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { fileStamp } from '../../db/backup-folder.ts'
import { erpState } from '../../db/schema.ts'
import { recordTaskOutcome } from '../../db/task-outcomes.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { findingsAfter, findingsOf, openInstallation, type Spoil } from '../../testing/installation.ts'
import { listen } from '../../testing/loopback.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { tempDir } from '../../testing/temp-dir.ts'

describe('before the first start', () => {
  it('checks what the environment sets, and creates nothing', async () => {
    const DATA_DIR = join(tempDir(), 'none')
    const SMTP_URL = 'smtp://ordi:geheim@127.0.0.1:1'
    const findings = await findingsOf(
      readConfig({ DATA_DIR, SMTP_URL, BASE_URL: 'https://termine.example', PORT: '1' }),
    )
    expect(findings).toMatchObject({
      'data folder': `wrong: ${DATA_DIR} is missing. The first start makes it: ordi serve`,
      database: 'hint: there is none yet. The first start makes it: ordi serve',
      'mail server': expect.stringMatching(/^wrong: 127\.0\.0\.1:1: .*ECONNREFUSED.* Check SMTP_URL\.$/),
      sender: expect.stringContaining('wrong: there is none'),
      server: 'hint: nothing answers on port 1. Start it: ordi serve',
      address: 'good: https://termine.example/',
      DNS: expect.stringContaining('wrong: termine.example has no address'),
    })
    expect(JSON.stringify(findings)).not.toContain('geheim')
    expect(statSync(DATA_DIR, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('the data of an installation', () => {
  it('are sound, and are not changed', async () => {
    const { config, DATA_DIR } = openInstallation()
    const changeTimes = () =>
      readdirSync(DATA_DIR).map((name) => ({ name, changedAt: statSync(join(DATA_DIR, name)).mtimeMs }))
    const timesAtFirst = changeTimes()
    expect(await findingsOf(config)).toMatchObject({
      'data folder': expect.stringContaining('good: '),
      disk: expect.stringMatching(/^good: \d+ MB free$/),
      database: expect.stringContaining('has no damage'),
      secret: expect.stringContaining('good: it is the one of this database.'),
      'time zone': 'good: the clock changes of Europe/Vienna are known',
      clock: expect.stringMatching(/^good: .* in Vienna$/),
    })
    expect(changeTimes()).toEqual(timesAtFirst)
  })

  it('require a second factor only of people who can sign in', async () => {
    const { config, inPortal } = openInstallation()
    inPortal((ctx) =>
      ctx.db.$client.exec(
        `insert into admins (email, password_hash, invitation_expires_at, created_at, updated_at) values ('gerda@ordination.example', '', 1, 1, 1)`,
      ),
    )
    expect((await findingsOf(config))['second factor']).toBe('good: all admins have one')
  })

  it('do not seem to be from the future after slow checks', async () => {
    const { config, inPortal } = openInstallation()
    const start = Date.now()
    inPortal((ctx) => recordTaskOutcome(ctx.db, 'drill', { at: start + 2 * MINUTE, file: 'x.db' }))
    // The checks begin at the start, and the clock is checked three minutes later.
    const timesRead = [start]
    const findings = await findingsOf(config, { now: () => timesRead.shift() ?? start + 3 * MINUTE })
    expect(findings.clock).toContain('good: ')
  })

  it('have no fault of an AFTER_BACKUP that is no longer set', async () => {
    const failed = { at: 1, file: 'x.db', error: 'status 1' }
    const { config, inPortal } = openInstallation()
    inPortal((ctx) => recordTaskOutcome(ctx.db, 'after-backup', failed))
    expect((await findingsOf(config)).AFTER_BACKUP).toBeUndefined()
    expect((await findingsOf({ ...config, afterBackup: ['/bin/true'] })).AFTER_BACKUP).toContain('status 1')
  })
})

describe('a fault of an installation', () => {
  it.each<{ fault: string; spoil: Spoil; about: string; text: string }>([
    {
      fault: 'a folder that others can read',
      spoil: ({ DATA_DIR }) => chmodSync(DATA_DIR, 0o755),
      about: 'data folder',
      text: 'hint: other users can reach 1 files',
    },
    {
      fault: 'an Odoo that cannot be read',
      spoil: ({ inPortal }) =>
        inPortal((ctx) => {
          const { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS } = SAMPLE_SETTINGS.odoo
          writeSettings(ctx, 'odoo', { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS, odoo_sync: true })
          const pullError = 'Odoo kennt die Datenbank ODOO_DB nicht.'
          ctx.db.insert(erpState).values({ id: 1, source: 'x', triedAt: ctx.now, pullError }).run()
        }),
      about: 'Odoo',
      text: 'wrong: Odoo kennt die Datenbank ODOO_DB nicht. Check it in the web admin, under Odoo.',
    },
    {
      fault: 'a time in the future',
      spoil: ({ inPortal }) =>
        inPortal((ctx) => ctx.db.$client.exec(`update settings set updated_at = ${Date.now() + HOUR}`)),
      about: 'clock',
      text: 'but something was stored at',
    },
    {
      fault: 'a file instead of the folder of backups',
      spoil: ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, 'backups'), ''),
      about: 'backup',
      text: 'backups cannot be read',
    },
    {
      fault: 'a last backup of two days ago',
      spoil: ({ DATA_DIR }) => {
        mkdirSync(join(DATA_DIR, 'backups'), { recursive: true, mode: 0o700 })
        writeFileSync(join(DATA_DIR, 'backups', `ordi-${fileStamp(Date.now() - 2 * DAY_LENGTH)}.db`), '')
      },
      about: 'backup',
      text: 'wrong: the last one is 48 hours old',
    },
    {
      fault: 'a drill that has failed',
      spoil: ({ inPortal }) =>
        inPortal((ctx) => recordTaskOutcome(ctx.db, 'drill', { at: 1, file: 'x.db', error: 'no room' })),
      about: 'drill',
      text: 'wrong: the last one failed: no room. Try again: ordi drill',
    },
  ])('is reported: $fault', async ({ spoil, about, text }) => {
    expect((await findingsAfter(spoil))[about]).toContain(text)
  })

  it('is reported if another program answers on the port', async () => {
    const { config } = openInstallation()
    const { port } = new URL(await listen((_request, response) => response.writeHead(404).end()))
    const findings = await findingsOf({ ...config, port: Number(port) })
    expect(findings.server).toContain(`wrong: another program answers on port ${port} (status 404): stop it`)
  })

  it('is reported if the data folder is a file', async () => {
    const { config, file } = openInstallation()
    expect((await findingsOf({ ...config, dataDir: file }))['data folder']).toContain('is no folder')
  })
})
