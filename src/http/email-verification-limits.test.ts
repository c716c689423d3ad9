import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'

describe('the limits of verification e-mails', () => {
  /** The limits of verification-limits.ts. */
  const PER_MAILBOX = 3
  const PER_ORIGIN = 20
  /** From this many e-mails within an hour on, strangers need a bot check. */
  const WITHOUT_BOT_CHECK = 125

  /** Opens the app. `send` requests an e-mail from an IP address, with the token of a bot check. */
  function openLimitedApp() {
    const app = openTestApp()
    const send = (email: string, { from, token }: { from?: string; token?: string } = {}) =>
      app.browser(from).post('/api/email/send', { email, turnstile_token: token })
    return { app, send }
  }

  it('refuse a fourth e-mail to a mailbox within an hour, and say how long to wait and whom to call', async () => {
    const { app, send } = openLimitedApp()
    for (let sent = 0; sent < PER_MAILBOX; sent++)
      expect((await send(EMAIL, { from: `203.0.113.${sent}` })).status).toBe(200)
    const refused = await send(EMAIL, { from: '203.0.113.4' })
    const message = expect.stringMatching(/rufen Sie uns an: \+43 5572 000000\.$/)
    const facts = { phone: '+43 5572 000000', retry_after: 3600 }
    expect([refused.status, refused.json]).toEqual([429, { error: 'too_many', message, ...facts }])
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(app.rows('select id from messages')).toHaveLength(PER_MAILBOX)
  })

  it('ask for no bot check before the twenty of an origin are used up', async () => {
    const { send } = openLimitedApp()
    for (let sent = 0; sent < PER_ORIGIN; sent++)
      expect((await send(`patient${sent}@musterfrau.example`)).status).toBe(200)
    const refused = await send(EMAIL)
    expect([refused.status, refused.json.error]).toEqual([429, 'too_many'])
  })

  it('ask for a solved bot check once very many were sent, which can be used once', async () => {
    const { app, send } = openLimitedApp()
    for (let sent = 0; sent < WITHOUT_BOT_CHECK; sent++)
      await send(`patient${sent}@musterfrau.example`, { from: `203.0.113.${sent}` })
    const unchecked = await send(EMAIL, { from: '203.0.113.200' })
    expect([unchecked.status, unchecked.json.error]).toEqual([400, 'bot_check_failed'])

    const token = await app.botToken()
    expect((await send(EMAIL, { from: '203.0.113.200', token })).status).toBe(200)
    const withUsedToken = await send('otto@musterfrau.example', { from: '203.0.113.201', token })
    expect([withUsedToken.status, withUsedToken.json.error]).toEqual([400, 'bot_check_failed'])
    expect(app.rows('select id from messages')).toHaveLength(WITHOUT_BOT_CHECK + 1)
  })

  it('are counted without storing e-mail addresses', async () => {
    const { app, send } = openLimitedApp()
    await send(EMAIL, { from: '203.0.113.7' })
    const subjects = app.rows<{ subject: string }>('select subject from attempts').map((row) => row.subject)
    const hash = /[\w-]{32,}/.source
    expect(subjects.toSorted()).toEqual([
      'email-check',
      expect.stringMatching(new RegExp(`^email-check from ${hash}$`)),
      'email-check of strangers',
      expect.stringMatching(new RegExp(`^email-check to ${hash}$`)),
    ])
    expect(JSON.stringify(app.rows('select * from attempts'))).not.toMatch(/rosa|musterfrau|203\.0\.113/)
  })
})
