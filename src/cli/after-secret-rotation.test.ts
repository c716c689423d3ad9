import { describe, expect, it } from 'vitest'
import { signStaffLink, verifyStaffLink } from '../access/links.ts'
import { dropEarlierSecret } from '../access/secret-rotation.ts'
import { isWebhookSecret, webhookUrl } from '../messaging/sms/webhooks.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  ADMIN,
  browserWithToken,
  codeOf,
  PASSWORD,
  postLogin,
  turnOnSecondFactor,
} from '../testing/admins.ts'
import { openRotatablePractice } from '../testing/encrypted-practice.ts'
import { addPasskey, signInWith } from '../testing/passkey-calls.ts'
import { refusalOf } from '../testing/refusal.ts'

/** Opens a practice that has given out a link and a webhook URL with its first secret. */
async function openWithOldLinks() {
  const practice = await openRotatablePractice()
  const { app, staffLink } = practice
  const oldSignature = signStaffLink(app().ctx(), staffLink)
  // The webhook URL ends with its secret.
  const oldWebhookSecret = webhookUrl(app().ctx(), 'sevenio').split('/').at(-1) ?? ''
  const refusalOfOldLink = () => refusalOf(() => verifyStaffLink(app().ctx(), staffLink, oldSignature))?.code
  return {
    ...practice,
    oldSignature,
    refusalOfOldLink,
    /** Returns which of the old link and the old webhook URL the portal still accepts. */
    acceptsOld: () => ({
      link: refusalOfOldLink() === undefined,
      webhook: isWebhookSecret(app().ctx(), 'sevenio', oldWebhookSecret),
    }),
    /** Signs in with a recovery code. @returns the status */
    statusOfSignIn: async (code: string | undefined) => (await postLogin(app(), { code })).status,
  }
}

describe('after a rotation of the secret', () => {
  it('links, webhook URLs and recovery codes from before stay valid for a day', async () => {
    const practice = await openWithOldLinks()
    const { app, rotate, acceptsOld, statusOfSignIn } = practice
    rotate()
    expect(signStaffLink(app().ctx(), practice.staffLink)).not.toBe(practice.oldSignature)
    // Each recovery code is valid once.
    const [firstCode, secondCode, thirdCode] = practice.recoveryCodes
    expect(acceptsOld()).toEqual({ link: true, webhook: true })
    expect(await statusOfSignIn(firstCode)).toBe(200)

    // An hour is left of the day.
    app().pass(23 * HOUR)
    dropEarlierSecret(app().ctx())
    expect(acceptsOld()).toEqual({ link: true, webhook: true })
    expect(await statusOfSignIn(secondCode)).toBe(200)

    app().pass(HOUR)
    expect(acceptsOld()).toEqual({ link: false, webhook: false })
    expect(await statusOfSignIn(thirdCode)).toBe(401)
    dropEarlierSecret(app().ctx())
    expect(app().rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app().rows('select * from recovery_codes')).toEqual([])
  })

  it('links, webhook URLs and recovery codes are invalid at once if the old secret ends at once', async () => {
    const { app, recoveryCodes, rotate, refusalOfOldLink, acceptsOld, statusOfSignIn } =
      await openWithOldLinks()
    rotate()
    expect(rotate({ endsEarlierNow: true }).adminsWithCodes).toBe(1)
    expect(refusalOfOldLink()).toBe('bad_signature')
    expect(acceptsOld()).toEqual({ link: false, webhook: false })
    expect(await statusOfSignIn(recoveryCodes[0])).toBe(401)
    expect(app().rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app().rows('select * from recovery_codes')).toEqual([])
  })

  it('newer recovery codes stay valid', async () => {
    const practice = await openRotatablePractice()
    const { app, rotate } = practice
    rotate()
    const browser = browserWithToken(app(), practice.token)
    await browser.post('/api/admin/second-factor/disable', {
      password: PASSWORD,
      code: practice.recoveryCodes[0],
    })
    const { recoveryCodes: newerCodes } = await turnOnSecondFactor(browser)
    app().pass(24 * HOUR)
    dropEarlierSecret(app().ctx())
    expect((await postLogin(app(), { code: newerCodes[0] })).status).toBe(200)
  })

  it('sessions, second factors and known browsers stay valid', async () => {
    const practice = await openRotatablePractice()
    const { app, rotate } = practice
    const knownBrowser = app().browser()
    const passkey = await addPasskey(browserWithToken(app(), practice.token), {
      password: PASSWORD,
      code: practice.recoveryCodes[0],
    })
    // The code of the app changes every 30 seconds, and each is valid once.
    const credentials = () => ({ email: ADMIN, password: PASSWORD, code: codeOf(practice.totp) })
    app().pass(MINUTE)
    expect((await knownBrowser.post('/api/admin/login', credentials())).status).toBe(200)

    rotate()
    app().pass(2 * MINUTE)
    expect((await browserWithToken(app(), practice.token).get('/api/admin/session')).status).toBe(200)
    // Five failures lock out unknown browsers at this IP address, which is the known browser's too.
    for (let failure = 1; failure <= 5; failure++) await postLogin(app(), { password: 'wrong' })
    expect((await postLogin(app(), credentials())).status).toBe(429)
    const sameBrowser = app().browser('203.0.113.7', {}, knownBrowser.cookies)
    expect((await sameBrowser.post('/api/admin/login', credentials())).status).toBe(200)
    expect((await signInWith(sameBrowser, passkey)).status).toBe(200)
  })
})
