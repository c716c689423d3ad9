import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { INVITATION_HOURS } from '../shared/staff.ts'
import { PASSWORD_HASH } from '../testing/admins.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { checkPasswordLink, choosePassword } from './password-links.ts'
import { inviteMember } from './staff.ts'

const GERDA = { email: 'gerda@ordination.example', name: 'Gerda', role: 'assistant' } as const
/** How many wrong tokens an origin may send (`FAILURES_OF_ORIGIN` of login-limits.ts). */
const GUESSES = 20

let app: TestApp
beforeEach(() => {
  app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
})

const listEmails = () => app.rows<{ text: string }>(`select text from messages where kind = 'invitation'`)

/** Invites Gerda. @returns the token of the link in her newest e-mail */
function invite(): string {
  inviteMember(app.assistant(), GERDA)
  const [, token = ''] = /token=([\w-]+)/.exec(listEmails().at(-1)?.text ?? '') ?? []
  expect(token).toHaveLength(32)
  return token
}

/** Opens the page of the link. @returns the code of the refusal, if there is one */
const open = (token: string, origin = 'home') =>
  refusalCode(() => checkPasswordLink(app.ctx(), token, origin))

/** Chooses a password by the link. @returns the code of the refusal, if there is one */
const choose = (token: string) =>
  refusalCode(() => choosePassword(app.ctx(), token, { name: 'Gerda', passwordHash: PASSWORD_HASH }))

describe('the link for choosing a password', () => {
  it('is valid for 48 hours', () => {
    const token = invite()
    app.pass(INVITATION_HOURS * HOUR - 1)
    expect(open(token)).toBeUndefined()
    app.pass(1)
    expect([open(token), choose(token)]).toEqual(['expired', 'expired'])
  })

  it('is valid once, and its e-mail is emptied at once', () => {
    const token = invite()
    expect(choose(token)).toBeUndefined()
    expect(listEmails()).toEqual([{ text: '' }])
    expect([open(token), choose(token)]).toEqual(['expired', 'expired'])
  })

  it('replaces an earlier link, whose e-mail is emptied', () => {
    const earlierToken = invite()
    const token = invite()
    expect([open(earlierToken), open(token)]).toEqual(['expired', undefined])
    expect(listEmails().map(({ text }) => text === '')).toEqual([true, false])
  })

  it('cannot be guessed, because an origin that sends wrong tokens has to wait', () => {
    const token = invite()
    for (let count = 0; count < GUESSES; count++) expect(open('x'.repeat(32))).toBe('expired')
    expect(open(token)).toBe('too_many')
    expect(open(token, 'elsewhere')).toBeUndefined()
  })
})
