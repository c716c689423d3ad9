import { describe, expect, it } from 'vitest'
import { ADMIN } from '../testing/admins.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeBrowserSecret, readBrowserSecret } from './login-browsers.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'

describe('the secret of a known browser', () => {
  /** Opens an app and makes a secret for ADMIN. Its id is the first 32 characters. */
  function openWithSecret() {
    const { ctx } = openTestApp()
    const secret = makeBrowserSecret(ctx(), ADMIN)
    return { ctx, secret, id: secret.slice(0, 32) }
  }

  it('contains its id, however the e-mail address is typed', () => {
    const { ctx, secret, id } = openWithSecret()
    expect(readBrowserSecret(ctx(), ADMIN.toUpperCase(), secret)).toBe(id)
  })

  it('is refused when it is incomplete or changed', () => {
    const { ctx, secret, id } = openWithSecret()
    const changed = `${id[0] === 'A' ? 'B' : 'A'}${secret.slice(1)}`
    const shortened = secret.slice(0, -1)
    for (const wrong of ['', id, changed, shortened, `${secret}x`])
      expect(readBrowserSecret(ctx(), ADMIN, wrong), wrong).toBeUndefined()
  })

  it('is refused for another account', () => {
    const { ctx, secret } = openWithSecret()
    expect(readBrowserSecret(ctx(), OTHER_ADMIN, secret)).toBeUndefined()
  })

  it('is refused by another portal', () => {
    const { secret } = openWithSecret()
    const otherPortal = openTestApp({ config: { appSecret: 'another secret for tests, 32 bytes' } })
    expect(readBrowserSecret(otherPortal.ctx(), ADMIN, secret)).toBeUndefined()
  })
})
