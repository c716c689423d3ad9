import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeOf, insertAdmin, PASSWORD, postLogin, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import { tempDir } from '../../testing/temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from '../../testing/test-app.ts'

const NEXT_PASSWORD = 'vier Gänse rudern gegenan'
const WRONG_PASSWORD = 'fünf Schwäne stehen still'

/** The queries of the lists that need one, by path. */
const QUERIES: Readonly<Record<string, string>> = {
  calendar: '?from=2027-01-11&to=2027-01-17',
  'calendar/load': '?from=2027-01-11&to=2027-01-17',
  holidays: '?year=2027',
  slots: '?service_id=facial&date=2027-01-12',
  'slots/next': '?service=facial&from=2027-01-12',
  'slots/why': '?service=facial&date=2027-01-12',
}

/**
 * Failures of the database, each in addition to the earlier ones: of the audit, every write, and tables that
 * are gone.
 */
const FAULTS = [
  `create trigger no_audit before insert on audit begin select raise(abort, 'broken'); end`,
  'pragma query_only = on',
  `pragma query_only = off; pragma foreign_keys = off;
   drop table recovery_codes; drop table attempts; alter table sessions rename to s`,
]

/** Opens the app with a log of all levels, and returns its lines. */
function openLoggedApp() {
  const { lines, log } = recordLog('trace')
  return { app: openTestApp({ ports: { log } }), lines }
}

/**
 * Uses every secret once.
 * @returns the secrets, among them `totpSecret` of the authenticator app, and all answers except those in
 * which a secret is first shown
 */
async function useSecrets(app: TestApp) {
  insertAdmin(app)
  const withWrongPassword = await postLogin(app, { password: WRONG_PASSWORD })
  const browser = await signIn(app)
  const { secret: totpSecret, recoveryCodes } = await turnOnSecondFactor(browser)
  const withWrongCode = await postLogin(app, { code: WRONG_PASSWORD })
  const code = codeOf(totpSecret, 1)
  const byCode = await postLogin(app, { code })
  const [recoveryCode] = recoveryCodes
  const byRecoveryCode = await postLogin(app, { code: recoveryCode })
  const changePassword = (current: string) =>
    browser.put('/api/admin/password', { current, next: NEXT_PASSWORD })
  const changes = [await changePassword(WRONG_PASSWORD), await changePassword(PASSWORD)]

  const passwords = [PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD]
  const tokens: string[] = [browser.token, byCode.json.token, byRecoveryCode.json.token]
  return {
    browser,
    answers: [withWrongPassword, withWrongCode, ...changes].map(({ text }) => text),
    totpSecret,
    secrets: [...passwords, ...tokens, totpSecret, code, ...recoveryCodes],
  }
}

/** Reads every list of the router, except the invitation, which needs its own token. */
async function readLists(app: TestApp, browser: Browser): Promise<string[]> {
  const paths = app.http.routes
    .filter(({ method, path }) => method === 'GET' && /^\/api\/admin\/[^:*]+$/.test(path))
    .map(({ path }) => path.replace('/api/admin/', ''))
  expect(paths).toContain('people')
  const answers: string[] = []
  for (const path of new Set(paths).difference(new Set(['people/invitation']))) {
    const { status, text } = await browser.get(`/api/admin/${path}${QUERIES[path] ?? ''}`)
    expect([path, status]).toEqual([path, 200])
    answers.push(text)
  }
  return answers
}

describe('passwords, tokens, codes and the secret of the second factor', () => {
  it('are answered only once', async () => {
    const app = openTestApp()
    const { browser, answers, secrets } = await useSecrets(app)
    const everyAnswer = [...answers, ...(await readLists(app, browser))].join('\n')
    for (const secret of secrets) expect(everyAnswer).not.toContain(secret)
    expect(everyAnswer).not.toMatch(/argon2|\$v=|v1:|totp|hash/)
  })

  it('are not logged', async () => {
    const { app, lines } = openLoggedApp()
    const { secrets } = await useSecrets(app)
    expect(lines).toEqual([])
    // Three passwords, three tokens, the secret and a code of the app, and ten recovery codes.
    expect(secrets).toHaveLength(3 + 3 + 2 + 10)
  })

  it('are not logged when the database fails', async () => {
    const { app, lines } = openLoggedApp()
    const { browser, totpSecret, secrets } = await useSecrets(app)
    const { $client } = app.ctx().db
    const [admin] = app.rows<{ password_hash: string }>('select password_hash from admins')
    const code = codeOf(totpSecret, 2)
    const makeCalls = async () => [
      await postLogin(app, { password: NEXT_PASSWORD, code: secrets.at(-1) }, { address: '198.51.100.7' }),
      await postLogin(app, { password: NEXT_PASSWORD, code }, { address: '198.51.100.8' }),
      await browser.put('/api/admin/password', { current: NEXT_PASSWORD, next: PASSWORD }),
      await browser.post('/api/admin/second-factor/disable', { password: NEXT_PASSWORD }),
      await browser.post('/api/admin/logout'),
    ]
    for (const sql of FAULTS) {
      $client.exec(sql)
      for (const { status, text } of await makeCalls()) {
        expect(status).toBeGreaterThanOrEqual(400)
        for (const secret of secrets) expect(text).not.toContain(secret)
      }
    }
    expect(lines.length).toBeGreaterThan(5)
    for (const secret of [...secrets, admin?.password_hash]) expect(lines.join('')).not.toContain(secret)
    expect(lines.join('')).not.toMatch(/\$argon2id\$/)
  })

  it('are not stored in plain text', async () => {
    const dataDir = tempDir()
    const file = join(dataDir, 'ordi.db')
    const app = openTestApp({ file, config: { dataDir } })
    const { secrets } = await useSecrets(app)
    const bytes = Buffer.concat([file, `${file}-wal`].map((path) => readFileSync(path)))
    expect(bytes.includes('assistenz@ordination.example')).toBe(true)
    for (const secret of secrets) expect([secret, bytes.includes(secret)]).toEqual([secret, false])
    app.close()
    for (const secret of secrets) expect(readFileSync(file).includes(secret)).toBe(false)
  })
})
