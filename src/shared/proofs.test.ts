import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { proofSchema } from './proofs.ts'

describe('the proof of who uses a session', () => {
  const passkey = {
    id: 'a',
    rawId: 'a',
    type: 'public-key',
    response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
  }
  const errorsOfProof = (sent: unknown) =>
    Object.keys(fieldErrorsOf(v.safeParse(proofSchema, sent).issues ?? []))

  it('is a password with or without a code', () => {
    expect(v.parse(proofSchema, { password: 'x', code: ' 123 ' })).toEqual({ password: 'x', code: '123' })
    expect(v.parse(proofSchema, { password: 'x' })).toEqual({ password: 'x', code: '' })
  })

  it('is a passkey alone', () => {
    expect(v.parse(proofSchema, { passkey })).toEqual({ passkey })
    expect(errorsOfProof({ passkey, password: 'x' })).toEqual(['password'])
  })

  it.each([{}, null, undefined, 'passkey'])('is not %j', (sent) => {
    expect(v.is(proofSchema, sent)).toBe(false)
  })

  it('is reported as a missing password when it is empty', () => {
    expect(errorsOfProof({})).toEqual(['password'])
  })
})
