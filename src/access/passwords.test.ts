import { hash, verify } from 'argon2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD, PASSWORD_HASH } from '../testing/admins.ts'
import { checkPassword, hashPassword, randomPassword } from './passwords.ts'

vi.mock('argon2', { spy: true })
beforeEach(() => {
  vi.mocked(verify).mockClear()
})

const parametersOf = (stored: string) => {
  const [, kind, version, numbers = ''] = stored.split('$')
  return { kind, version, ...Object.fromEntries(numbers.split(',').map((pair) => pair.split('='))) }
}

describe('a stored password', () => {
  it('is Argon2id with 19 MiB, two passes and one lane at least, and a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
    expect(parametersOf(one)).toEqual({ kind: 'argon2id', version: 'v=19', m: '19456', t: '2', p: '1' })
    expect(one).not.toBe(two)
    expect(one).not.toContain(PASSWORD)
    const [, , , , salt = '', digest = ''] = one.split('$')
    expect([Buffer.from(salt, 'base64').length, Buffer.from(digest, 'base64').length]).toEqual([16, 32])
  })

  it.each([PASSWORD, '🦆🚤🦆🚤🌊🦢🌊🦆🚤🦆🌊🌊', 'x'.repeat(5000), ' Rand ', 'ä\0ö'])(
    'is known again, to the letter: %o',
    async (password) => {
      const stored = await hashPassword(password)
      expect(await checkPassword(stored, password)).toEqual({ stored, right: true })
      for (const wrong of [`${password} `, password.slice(1), password.toUpperCase(), ''])
        if (wrong !== password) expect((await checkPassword(stored, wrong)).right).toBe(false)
    },
  )

  it('is the same however a keyboard composes its umlauts', async () => {
    const stored = await hashPassword('zwölf Möwen über Hörbranz'.normalize('NFD'))
    expect((await checkPassword(stored, 'zwölf Möwen über Hörbranz'.normalize('NFC'))).right).toBe(true)
  })

  it('opens in every later version', async () => {
    expect(await checkPassword(PASSWORD_HASH, PASSWORD)).toEqual({ stored: PASSWORD_HASH, right: true })
  })

  it.each([
    ['less memory', { memoryCost: 9_216 }],
    ['fewer passes', { timeCost: 1 }],
  ])('is hashed anew when it was made with %s, and only if it is right', async (_, weaker) => {
    const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...weaker })
    const checked = await checkPassword(stored, PASSWORD)
    expect(checked).toEqual({ stored, right: true, renewed: expect.any(String) })
    expect(parametersOf(checked.renewed ?? '')).toMatchObject({ m: '19456', t: '2', p: '1' })
    expect((await checkPassword(checked.renewed, PASSWORD)).right).toBe(true)
    expect(await checkPassword(stored, 'something else')).toEqual({ stored, right: false })
  })
})

describe('nobody’s password', () => {
  it('costs the same work as somebody’s', async () => {
    const stored = await hashPassword(PASSWORD)
    await checkPassword(stored, 'wrong')
    await checkPassword(undefined, 'wrong')
    const [[somebodys = '', first] = [], [nobodys = '', second] = []] = vi.mocked(verify).mock.calls
    expect(parametersOf(nobodys)).toEqual(parametersOf(somebodys))
    const lengths = (text: string) => text.split('$').map((part) => part.length)
    expect(lengths(nobodys).slice(4)).toEqual(lengths(somebodys).slice(4))
    expect(first).toBe(second)
    expect(await Promise.all(vi.mocked(verify).mock.results.map(({ value }) => value))).toEqual([
      false,
      false,
    ])
  })

  it.each([undefined, ''])('is never right: %o', async (stored) => {
    for (const password of ['', 'x', PASSWORD])
      expect(await checkPassword(stored, password)).toEqual({ stored, right: false })
  })
})

describe('a password that is made', () => {
  it('has a hundred bits that nobody takes for others', () => {
    const made = Array.from({ length: 1000 }, randomPassword)
    for (const each of made) expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/)
    expect(new Set(made).size).toBe(1000)
    expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32)
  })
})
