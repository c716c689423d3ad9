import { hash } from 'argon2'
import { describe, expect, it } from 'vitest'
import { PASSWORD, PASSWORD_HASH } from '../testing/admins.ts'
import { checkPassword, hashPassword, randomPassword } from './passwords.ts'

/** Returns the parameters of a stored hash, which begins like `$argon2id$v=19$m=19456,t=2,p=1$`. */
const parametersOf = (stored: string) => {
  const [, kind, version, numbers = ''] = stored.split('$')
  return { kind, version, ...Object.fromEntries(numbers.split(',').map((pair) => pair.split('='))) }
}

describe('a stored password', () => {
  it('is Argon2id with 19 MiB, two passes, one lane and its own salt', async () => {
    const stored = await hashPassword(PASSWORD)
    expect(parametersOf(stored)).toEqual({ kind: 'argon2id', version: 'v=19', m: '19456', t: '2', p: '1' })
    expect(await hashPassword(PASSWORD)).not.toBe(stored)
    expect(stored).not.toContain(PASSWORD)
    const [salt = '', digest = ''] = stored.split('$').slice(-2)
    expect(Buffer.from(salt, 'base64')).toHaveLength(16)
    expect(Buffer.from(digest, 'base64')).toHaveLength(32)
  })

  it.each([PASSWORD, '🦆🚤🦆🚤🌊🦢🌊🦆🚤🦆🌊🌊', 'x'.repeat(5000), ' Rand ', 'ä\0ö'])(
    'is right only when it is typed exactly: %o',
    async (password) => {
      const stored = await hashPassword(password)
      expect(await checkPassword(stored, password)).toEqual({ stored, isRight: true })
      // A password without letters is its own upper case.
      for (const wrong of [`${password} `, password.slice(1), password.toUpperCase(), ''])
        if (wrong !== password) expect((await checkPassword(stored, wrong)).isRight).toBe(false)
    },
  )

  it('is right however the keyboard composes umlauts', async () => {
    const stored = await hashPassword('zwölf Möwen über Hörbranz'.normalize('NFD'))
    expect((await checkPassword(stored, 'zwölf Möwen über Hörbranz'.normalize('NFC'))).isRight).toBe(true)
  })

  it('is compared by 30 marks in a row at most, because many more would take seconds to compose', async () => {
    const marks = '\u0334'.repeat(30)
    const stored = await hashPassword(`Passwort${marks}`)
    expect(await checkPassword(stored, `Passwort${marks}${'\u0323\u0301'.repeat(16_000)}`)).toMatchObject({
      isRight: true,
    })
  })

  it('is right with a hash of an earlier version', async () => {
    expect(await checkPassword(PASSWORD_HASH, PASSWORD)).toEqual({ stored: PASSWORD_HASH, isRight: true })
  })

  it.each([
    { with: 'less memory', weaker: { memoryCost: 9_216 } },
    { with: 'fewer passes', weaker: { timeCost: 1 } },
  ])('is hashed again when it is right and was hashed with $with', async ({ weaker }) => {
    const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...weaker })
    const checked = await checkPassword(stored, PASSWORD)
    expect(checked).toEqual({ stored, isRight: true, renewed: expect.any(String) })
    expect(parametersOf(checked.renewed ?? '')).toMatchObject({ m: '19456', t: '2', p: '1' })
    expect((await checkPassword(checked.renewed, PASSWORD)).isRight).toBe(true)
    expect(await checkPassword(stored, 'something else')).toEqual({ stored, isRight: false })
  })
})

describe('a check without a stored password', () => {
  it('takes as long as a check of a wrong password', async () => {
    const stored = await hashPassword(PASSWORD)
    /** Returns the milliseconds of the fastest of five checks. */
    const fastestCheck = async (hashed: string | undefined) => {
      let fastest = Number.POSITIVE_INFINITY
      for (let i = 0; i < 5; i++) {
        const start = performance.now()
        await checkPassword(hashed, 'wrong')
        fastest = Math.min(fastest, performance.now() - start)
      }
      return fastest
    }
    const ofWrongPassword = await fastestCheck(stored)
    // The times vary while other tests run, but a check that skips the hash takes far less than a third.
    expect(await fastestCheck(undefined)).toBeGreaterThan(ofWrongPassword / 3)
  })

  it.each([undefined, ''])('is never right: %o', async (stored) => {
    for (const password of ['', 'x', PASSWORD])
      expect(await checkPassword(stored, password)).toEqual({ stored, isRight: false })
  })
})

describe('a random password', () => {
  it('has 100 bits in characters that do not look alike', () => {
    const passwords = Array.from({ length: 1000 }, randomPassword)
    const fourGroups = /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/
    for (const password of passwords) expect(password).toMatch(fourGroups)
    expect(new Set(passwords).size).toBe(1000)
    // Each of 20 characters has five bits, because it is one of 32.
    const characters = new Set(passwords.join('').replaceAll('-', ''))
    expect(characters.size).toBe(32)
  })
})
