import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, insertAdmin, PASSWORD, postLogin, signIn } from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import { adminRow, listActions, openSignedIn, sessionStatus } from '../../testing/signed-in-app.ts'

/** The next password begins with a space, which must not be trimmed. */
const NEXT_PASSWORD = ' vier Gänse rudern gegenan 🦆'
const OTHER_ADMIN = 'dr.muster@ordination.example'

const NAMES_IN_PASSWORD =
  'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.'

describe('changing the password', () => {
  const changePassword = (browser: Browser, changes: Record<string, unknown> = {}) =>
    browser.put('/api/admin/password', { current: PASSWORD, next: NEXT_PASSWORD, ...changes })

  it('replaces the old password and ends all other sessions of this admin', async () => {
    const { app, browser } = await openSignedIn()
    insertAdmin(app, { email: OTHER_ADMIN })
    const otherSession = await signIn(app)
    const otherAdmin = await signIn(app, { email: OTHER_ADMIN })
    const answer = await changePassword(browser)
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const password of [PASSWORD, NEXT_PASSWORD.trim()])
      expect((await postLogin(app, { password })).json.error).toBe('invalid_credentials')
    expect((await postLogin(app, { password: NEXT_PASSWORD })).status).toBe(200)
    expect(await sessionStatus(otherSession)).toBe(401)
    expect(await sessionStatus(otherAdmin)).toBe(200)
    expect(await sessionStatus(browser)).toBe(200)
    expect(app.rows(`select actor_name, subject from audit where action = 'password-changed'`)).toEqual([
      { actor_name: ADMIN, subject: ADMIN },
    ])
  })

  it.each<{ fault: string; changes: Record<string, unknown>; fields: Record<string, string> }>([
    {
      fault: 'a wrong present password',
      changes: { current: 'wrong' },
      fields: { current: 'Das bisherige Passwort stimmt nicht.' },
    },
    {
      fault: 'no present password and a short next one',
      changes: { current: '', next: 'elf Zeichen' },
      fields: {
        current: 'Bitte das bisherige Passwort eingeben.',
        next: 'Bitte mindestens 12 Zeichen eingeben.',
      },
    },
    {
      fault: 'a part of the e-mail address in the next password',
      changes: { next: 'Die Assistenz war es' },
      fields: { next: NAMES_IN_PASSWORD },
    },
    {
      fault: 'the name of the practice in the next password',
      changes: { next: 'ordination-dr-demo-muster' },
      fields: { next: NAMES_IN_PASSWORD },
    },
    { fault: 'an unknown key', changes: { other: 1 }, fields: { other: 'Unbekannte Angabe.' } },
  ])('is refused with $fault, and nothing changes', async ({ changes, fields }) => {
    const { app, browser } = await openSignedIn()
    const otherSession = await signIn(app)
    const rowBefore = adminRow(app)
    const answer = await changePassword(browser, changes)
    const message = 'Bitte prüfen Sie Ihre Angaben.'
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect(adminRow(app)).toEqual(rowBefore)
    expect(await sessionStatus(otherSession)).toBe(200)
    expect(listActions(app)).not.toContain('password-changed')
  })

  it('allows five failures per session, even in simultaneous attempts', async () => {
    const { app, browser } = await openSignedIn()
    const guesses = Array.from({ length: 10 }, (_, index) => `guess ${index}`)
    const attempts = [...guesses, PASSWORD]
    const answers = await Promise.all(attempts.map((current) => changePassword(browser, { current })))
    const statuses = answers.map(({ status }) => status)
    // After the fifth failure, the other six attempts are refused, including the right password.
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    expect(listActions(app).filter((action) => action === 'login-failed')).toHaveLength(5)
    // Failures within a session do not count towards the limit of sign-ins.
    expect((await postLogin(app)).status).toBe(200)

    app.pass(15 * MINUTE)
    expect((await changePassword(browser)).status).toBe(204)
  })

  it('accepts one of two simultaneous changes', async () => {
    const { app, browser } = await openSignedIn()
    const changes = await Promise.all(
      [NEXT_PASSWORD, `${NEXT_PASSWORD}!`].map(async (next) => {
        const { status } = await changePassword(browser, { next })
        return { next, status }
      }),
    )
    expect(changes.map(({ status }) => status).toSorted()).toEqual([204, 400])
    const password = changes.find(({ status }) => status === 204)?.next
    expect((await postLogin(app, { password })).status).toBe(200)
  })
})
