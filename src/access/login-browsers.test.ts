import { expect, it } from 'vitest'
import { ADMIN } from '../testing/admins.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeKnownBrowser, readKnownBrowser } from './login-browsers.ts'

const OTHER = 'dr.muster@ordination.example'

it('the secret of a known browser is bound to its account and to the portal, however the address is typed', () => {
  const { ctx } = openTestApp()
  const secret = makeKnownBrowser(ctx(), ADMIN)
  const id = secret.slice(0, 32)
  expect(readKnownBrowser(ctx(), ADMIN.toUpperCase(), secret)).toBe(id)
  const changed = `${id[0] === 'A' ? 'B' : 'A'}${secret.slice(1)}`
  for (const wrong of ['', id, changed, secret.slice(0, -1), `${secret}x`])
    expect([wrong, readKnownBrowser(ctx(), ADMIN, wrong)]).toEqual([wrong, undefined])
  expect(readKnownBrowser(ctx(), OTHER, secret)).toBeUndefined()
  const elsewhere = openTestApp({ config: { appSecret: 'another secret for tests, 32 bytes' } })
  expect(readKnownBrowser(elsewhere.ctx(), ADMIN, secret)).toBeUndefined()
})
