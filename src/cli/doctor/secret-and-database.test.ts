import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { findingsAfter, findingsOf, openInstallation, type Spoil } from '../../testing/installation.ts'

/** A text that is long enough for SQLite to examine. */
const NO_DATABASE = 'no database at all, '.repeat(50)

describe('the secret', () => {
  it.each<{ state: string; spoil: Spoil; text: string }>([
    {
      state: 'is missing',
      spoil: ({ DATA_DIR }) => rmSync(join(DATA_DIR, 'secret.key')),
      text: 'secret.key is missing. Put your copy',
    },
    {
      state: 'is a folder',
      spoil: ({ DATA_DIR }) => {
        rmSync(join(DATA_DIR, 'secret.key'))
        mkdirSync(join(DATA_DIR, 'secret.key'))
      },
      text: 'secret.key cannot be read. Give it to the user that runs Ordi',
    },
    {
      state: 'is shorter than 32 bytes',
      spoil: ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(20)),
      text: 'secret.key is cut short. Put your copy of it back.',
    },
    {
      state: 'is another one',
      spoil: ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(43)),
      text: 'secret.key is not the one this database was encrypted with. Put the right one back.',
    },
    {
      state: 'is another one, and the right one is next to it',
      spoil: ({ DATA_DIR }) => {
        copyFileSync(join(DATA_DIR, 'secret.key'), join(DATA_DIR, 'secret.key.before-2027-01-01T000000Z'))
        writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(43))
      },
      text: 'The right one is',
    },
    {
      state: 'is another one, and the database is of an older version',
      spoil: ({ DATA_DIR, inPortal }) => {
        inPortal((ctx) => ctx.db.$client.exec('update __drizzle_migrations set created_at = 1'))
        writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(43))
      },
      text: 'secret.key is not the one this database was encrypted with. Put the right one back.',
    },
  ])('has a fault when it $state', async ({ spoil, text }) => {
    expect((await findingsAfter(spoil)).secret).toContain(text)
  })
})

describe('the database', () => {
  it.each<{ state: string; spoil: Spoil; text: string }>([
    { state: 'is missing', spoil: ({ file }) => rmSync(file), text: 'There was one, because' },
    {
      state: 'is empty',
      spoil: ({ file }) => writeFileSync(file, ''),
      text: 'is missing or empty. There was one, because',
    },
    {
      state: 'is a text',
      spoil: ({ file }) => writeFileSync(file, NO_DATABASE),
      text: 'wrong: it is damaged',
    },
    {
      state: 'is a folder',
      spoil: ({ file }) => {
        rmSync(file)
        mkdirSync(file)
      },
      text: 'wrong: it cannot be used (unable to open database file). Give it to the user that runs Ordi',
    },
    {
      state: 'was migrated by a newer version',
      spoil: ({ inPortal }) =>
        inPortal((ctx) => ctx.db.$client.exec('update __drizzle_migrations set created_at = 9e15')),
      text: 'wrong: it is of a newer version',
    },
    {
      state: 'lacks the migrations of this version',
      spoil: ({ inPortal }) =>
        inPortal((ctx) => ctx.db.$client.exec('update __drizzle_migrations set created_at = 1')),
      text: 'hint: it is of an older version',
    },
    {
      state: 'lacks all tables after an interrupted first start',
      spoil: ({ file }) => {
        rmSync(file)
        new Database(file).exec('create table __drizzle_migrations (created_at)').close()
      },
      text: 'hint: it is of an older version',
    },
  ])('has a finding when it $state', async ({ spoil, text }) => {
    expect((await findingsAfter(spoil)).database).toContain(text)
  })

  it('skips the checks of settings that cannot be read', async () => {
    const { config, file } = openInstallation()
    writeFileSync(file, NO_DATABASE)
    const findings = await findingsOf(config)
    for (const about of ['mail server', 'sender', 'address']) expect(findings[about], about).toBeUndefined()
  })

  it('still checks what the environment sets when settings cannot be read', async () => {
    const { config, file } = openInstallation()
    writeFileSync(file, NO_DATABASE)
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.at', BASE_URL: 'http://a.example' }
    const configWithEnv = { ...config, ...readConfig({ ...env, DATA_DIR: config.dataDir, PORT: '1' }) }
    expect(await findingsOf(configWithEnv)).toMatchObject({
      'mail server': expect.stringContaining('127.0.0.1:1'),
      sender: expect.stringContaining('b.at'),
      address: expect.stringContaining('http://a.example/'),
    })
  })

  it.skipIf(process.getuid?.() === 0)('has a fault when it cannot be written', async () => {
    const { config, file } = openInstallation()
    chmodSync(file, 0o400)
    expect((await findingsOf(config)).database).toContain('Give it to the user that runs Ordi')
  })
})
