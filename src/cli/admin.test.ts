import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatedPassword, runAdminInProcess } from '../testing/admin-command.ts'
import { PASSWORD } from '../testing/admins.ts'
import { failure, ordi, success } from '../testing/command-line.ts'
import { changeDatabase, rowsIn } from '../testing/data-directory.ts'
import { tempDir } from '../testing/temp-dir.ts'

const USAGE =
  'usage: ordi admin add EMAIL [--name NAME] [--role doctor|assistant|technik] | password EMAIL [--without-second-factor] | list'
const ROSA = 'rosa@musterfrau.example'

describe('ordi admin add and password', () => {
  it('notify the existing doctors, without any password', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA, '--name', 'Rosa'], { DATA_DIR }, PASSWORD)
    expect(rowsIn(DATA_DIR, 'select id from messages')).toEqual([])
    const otto = 'otto@ordination.example'
    const added = await ordi(['admin', 'add', otto, '--role', 'assistant'], { DATA_DIR })
    expect((await ordi(['admin', 'add', otto], { DATA_DIR }, PASSWORD)).status).toBe(1)
    await ordi(['admin', 'password', ROSA], { DATA_DIR }, `${PASSWORD}!`)

    type Notice = Record<'kind' | 'recipient' | 'text' | 'html', string>
    const notices = rowsIn(DATA_DIR, 'select * from messages order by id') as Notice[]
    const toRosa = { kind: 'security-notice', recipient: ROSA }
    expect(notices).toMatchObject([
      { ...toRosa, text: expect.stringContaining(`\n${otto} hat einen Zugang bekommen (Assistenz).\n`) },
      {
        ...toRosa,
        text: expect.stringContaining(`\nFür Rosa (${ROSA}) wurde ein neues Passwort gesetzt.\n`),
      },
    ])
    for (const { text, html } of notices) {
      expect(text).toContain('Von: Jemand an der Befehlszeile des Servers')
      // Nobody in the admin area can sign that person out.
      expect(text).toContain('Rufen Sie gleich die Person an, die Ihren Server betreut')
      expect(text).not.toContain('wer das war')
      for (const secret of [PASSWORD, generatedPassword(added.out)]) expect(text + html).not.toContain(secret)
    }
  })
})

describe('ordi admin list', () => {
  it('lists admins, their role and their second factor', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    expect(await ordi(['admin', 'list'], { DATA_DIR })).toEqual(
      success('There is no admin yet. The first start of the server makes one.\n'),
    )
    await ordi(['admin', 'add', ROSA, '--name', 'Rosa Musterfrau'], { DATA_DIR }, PASSWORD)
    await ordi(['admin', 'add', 'hans@muster.example', '--role', 'assistant'], { DATA_DIR }, PASSWORD)
    changeDatabase(DATA_DIR, `update admins set totp_step = 1 where email = '${ROSA}'`)
    expect(await ordi(['admin', 'list'], { DATA_DIR })).toEqual(
      success(
        `hans@muster.example, assistant, second factor off\n${ROSA} (Rosa Musterfrau), doctor, second factor on\n`,
      ),
    )
  })
})

describe('ordi admin', () => {
  it.each([{ args: ['list'] }, { args: ['password', ROSA] }])(
    '$args creates no database',
    async ({ args }) => {
      const DATA_DIR = tempDir()
      expect(await ordi(['admin', ...args], { DATA_DIR })).toEqual(
        failure(`There is no database: ${DATA_DIR}/ordi.db\n`),
      )
      expect(readdirSync(DATA_DIR)).toEqual([])
    },
  )

  it.each([
    { args: [] },
    { args: ['remove', ROSA] },
    { args: ['add'] },
    { args: ['add', ROSA, PASSWORD] },
    { args: ['add', ROSA, '--without-second-factor'] },
    { args: ['add', ROSA, '--name'] },
    { args: ['add', ROSA, '--role', 'admin'] },
    { args: ['password', ROSA, '--role', 'assistant'] },
    { args: ['password', ROSA, '--name', 'Rosa'] },
    { args: ['list', ROSA] },
  ])('prints its usage for $args, and creates nothing', async ({ args }) => {
    const DATA_DIR = tempDir()
    await expect(runAdminInProcess(DATA_DIR, ...args)).rejects.toThrow(USAGE)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('prints its usage to standard error with status 1', async () => {
    const DATA_DIR = tempDir()
    expect(await ordi(['admin'], { DATA_DIR })).toEqual(failure(expect.stringContaining(`${USAGE}\n`)))
  })
})
