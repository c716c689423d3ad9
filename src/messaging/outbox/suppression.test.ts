import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { writeSettings } from '../../practice/settings.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { canReach } from './suppression.ts'

describe('a patient', () => {
  let ctx: Ctx
  beforeEach(() => {
    ctx = openTestApp({ empty: true }).ctx()
  })
  const canBeReached = (email: string, mobile: string) => canReach(ctx, { email, mobile, country: 'AT' })

  it('is reached by e-mail where no SMS provider is set up', () => {
    expect(canBeReached('rosa@musterfrau.example', '')).toBe(true)
    expect(canBeReached('', '0664 1234567')).toBe(false)
  })

  it('without an address is reached by SMS, at a mobile number', () => {
    writeSettings(ctx, 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    expect(canBeReached('', '0664 1234567')).toBe(true)
    expect(canBeReached('', '05572 123456')).toBe(false)
  })
})
