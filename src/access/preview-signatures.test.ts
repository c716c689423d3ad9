import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { assertEmailPreviewSignature, signEmailPreview, signStaffLink, verifyStaffLink } from './links.ts'

/** The id of a stored e-mail. */
const EMAIL_ID = 7

describe('the signature of a preview', () => {
  it.each([
    { kind: 'stored e-mail', shown: EMAIL_ID },
    { kind: 'text', shown: 'Ihr Termin ist bestätigt.' },
  ])('is valid for two minutes, and only for its own $kind', ({ shown }) => {
    const app = openTestApp({ empty: true })
    const signature = signEmailPreview(app.ctx(), shown)
    const refusalCode = (email: number | string) =>
      refusalOf(() => assertEmailPreviewSignature(app.ctx(), email, signature))?.code
    expect(refusalCode(EMAIL_ID + 1)).toBe('bad_signature')
    app.pass(2 * MINUTE - 1)
    expect(refusalCode(shown)).toBeUndefined()
    app.pass(1)
    expect(refusalCode(shown)).toBe('bad_signature')
  })

  it('is refused for a text that equals the id of the stored e-mail for which it was made', () => {
    const { ctx } = openTestApp({ empty: true })
    const signature = signEmailPreview(ctx(), EMAIL_ID)
    const refusal = refusalOf(() => assertEmailPreviewSignature(ctx(), String(EMAIL_ID), signature))
    expect(refusal?.code).toBe('bad_signature')
  })

  it('is not valid with the secret from before a rotation, unlike that of a staff link', () => {
    const { ctx } = openTestApp({ empty: true })
    const { config, now } = ctx()
    const decision = { action: 'confirm', bookingId: 'a-booking' } as const
    const ofLink = signStaffLink(ctx(), { ...decision, start: now + HOUR })
    const ofPreview = signEmailPreview(ctx(), EMAIL_ID)
    const earlierSecret = { secret: config.appSecret, until: now + MINUTE }
    const rotated = {
      ...ctx(),
      config: { ...config, appSecret: 'another secret, just as long as that', earlierSecret },
    }
    expect(refusalOf(() => verifyStaffLink(rotated, decision, ofLink))).toBeUndefined()
    const refusal = refusalOf(() => assertEmailPreviewSignature(rotated, EMAIL_ID, ofPreview))
    expect(refusal?.code).toBe('bad_signature')
  })
})
