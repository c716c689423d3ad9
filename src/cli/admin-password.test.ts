import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../testing/admins.ts'
import { failure, ordi, success } from '../testing/command-line.ts'
import { changeDatabase, rowsIn } from '../testing/data-directory.ts'
import { signInAt, startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

const ROSA = 'rosa@musterfrau.example'
/** The failed sign-ins from one IP address after which every further one is refused for a while. */
const FAILURES_UNTIL_REFUSED = 5

/** Requests the session of a token from the server. */
const askForSession = (url: string, token: string) =>
  fetch(`${url}/api/admin/session`, { headers: { authorization: `Bearer ${token}` } })

/** Makes a data folder in which Rosa has a second factor of every kind. */
async function makeRosaWithFactors(): Promise<string> {
  const DATA_DIR = tempDir()
  await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
  changeDatabase(
    DATA_DIR,
    `update admins set totp_secret = 'encrypted', totp_step = 1;
     insert into recovery_codes (admin_id, code) select id, 'x' from admins;
     insert into passkeys (admin_id, name, credential_id, public_key, counter, created_at)
       select id, '', 'x', 'x', 0, 0 from admins`,
  )
  return DATA_DIR
}

/** Returns the authenticator app of each admin, and how many recovery codes and passkeys there are. */
function factorsIn(DATA_DIR: string) {
  return rowsIn(
    DATA_DIR,
    `select totp_secret, totp_step, (select count(*) from recovery_codes) as codes,
       (select count(*) from passkeys) as passkeys from admins`,
  )
}

describe('ordi admin password', () => {
  it('replaces the password, ends every session and clears the failed sign-ins', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const server = await startOrdi({ DATA_DIR, TRUSTED_PROXIES: '127.0.0.1' })
    const signedIn = await signInAt(server.url, { email: ROSA, password: PASSWORD })
    const { token } = (await signedIn.json()) as { token: string }
    expect((await askForSession(server.url, token)).status).toBe(200)
    const signInFrom = (address: string, password: string) =>
      signInAt(server.url, { email: ROSA, password }, { 'x-forwarded-for': address })
    for (let failure = 1; failure <= FAILURES_UNTIL_REFUSED; failure++)
      expect((await signInFrom('192.0.2.1', 'wrong')).status).toBe(401)
    expect((await signInFrom('192.0.2.1', PASSWORD)).status).toBe(429)

    expect(await ordi(['admin', 'password', ROSA], { DATA_DIR }, `${PASSWORD}!`)).toEqual(
      success(`${ROSA} has a new password and is signed out everywhere.\n`),
    )
    expect((await askForSession(server.url, token)).status).toBe(401)
    expect((await signInFrom('192.0.2.1', PASSWORD)).status).toBe(401)
    expect((await signInFrom('192.0.2.1', `${PASSWORD}!`)).status).toBe(200)
    await server.stop()
    const audited = rowsIn(
      DATA_DIR,
      `select actor, action, subject from audit where action in ('password-changed', 'second-factor-off')`,
    )
    expect(audited).toEqual([{ actor: 'cli', action: 'password-changed', subject: ROSA }])
  })

  it('keeps the second factor on, and says how to switch it off', async () => {
    const DATA_DIR = await makeRosaWithFactors()
    const changed = await ordi(['admin', 'password', ROSA], { DATA_DIR }, PASSWORD)
    expect(changed).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\nThe second factor stays on; --without-second-factor takes it off\.\n$/),
    })
    expect(factorsIn(DATA_DIR)).toEqual([{ totp_secret: 'encrypted', totp_step: 1, codes: 1, passkeys: 1 }])
  })

  it('switches the second factor off on request', async () => {
    const DATA_DIR = await makeRosaWithFactors()
    const args = ['admin', 'password', ROSA, '--without-second-factor']
    const changed = await ordi(args, { DATA_DIR }, PASSWORD)
    expect(changed).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\nThe second factor is off\.\n$/),
    })
    expect(factorsIn(DATA_DIR)).toEqual([{ totp_secret: null, totp_step: null, codes: 0, passkeys: 0 }])
    expect(rowsIn(DATA_DIR, `select actor, subject from audit where action = 'second-factor-off'`)).toEqual([
      { actor: 'cli', subject: ROSA },
    ])
  })

  it('refuses an unknown e-mail address', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const adminsAtFirst = rowsIn(DATA_DIR, 'select * from admins')
    expect(await ordi(['admin', 'password', 'hans@muster.example'], { DATA_DIR })).toEqual(
      failure('There is no admin with this e-mail address: hans@muster.example\n'),
    )
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual(adminsAtFirst)
  })

  it('refuses a password that is too short', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const adminsAtFirst = rowsIn(DATA_DIR, 'select * from admins')
    expect((await ordi(['admin', 'password', ROSA], { DATA_DIR }, 'kurz')).status).toBe(1)
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual(adminsAtFirst)
  })
})
