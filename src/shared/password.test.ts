import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { passwordChangeSchema, passwordFault } from './password.ts'

/** Facts about the account that others know, and that a password must not contain. */
const KNOWN_FACTS = { email: 'rosa.muster@ordination.example', practice: 'Ordination Dr. Müller-Köß' }

function errorsOf(sent: unknown) {
  return fieldErrorsOf(v.safeParse(passwordChangeSchema(KNOWN_FACTS), sent).issues ?? [])
}
const errorOfNext = (next: unknown) => errorsOf({ current: 'x', next }).next

describe('a new password', () => {
  const TOO_SHORT = 'Bitte mindestens 12 Zeichen eingeben.'

  it.each([
    'drei Enten fahren Tretboot',
    'zwölf Zeich.',
    'x9'.repeat(20).concat('!'),
    'nur kleine buchstaben',
    'Rosa Muster und zwölf weitere',
    '8154711 0815 4711',
    '🦆🚤🦆🚤🌊🦢🌊🦆🚤🦆🌊🌊',
    ' am Rand und mitten drin ',
    'пароль из букв',
    `${'lang und länger '.repeat(8)}`,
  ])('may be %o', (next) => expect(errorOfNext(next)).toBeUndefined())

  it.each(['', 'elf Zeichen', undefined, null, 123456789012, {}])(
    'has at least twelve characters, unlike %j',
    (next) => expect(errorOfNext(next)).toBe(TOO_SHORT),
  )

  it('is measured in characters, not in the units of a string', () => {
    const eleven = '🦆🚤🦆🚤🌊🦢🌊🦆🚤🦆🌊'
    expect(eleven.length).toBeGreaterThan(12)
    expect(errorOfNext(eleven)).toBe(TOO_SHORT)
  })

  it('has at most 128 characters', () => {
    const long = `${'ab cd'.repeat(25)}xyz`
    expect([errorOfNext(long), long.length]).toEqual([undefined, 128])
    expect(errorOfNext(`${long}!`)).toBe('Bitte höchstens 128 Zeichen eingeben.')
  })

  it.each([
    'passwort1234',
    'Passwort1234',
    'qwertzuiop123',
    '123456789012',
    'aaaaaaaaaaaa',
    '121212121212',
    'Vorarlberg123',
  ])('must not be a common one: %s', (next) =>
    expect(errorOfNext(next)).toBe('Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.'),
  )

  it.each([
    'rosa.muster 2027',
    'rosa.muster@ordination.example 2027',
    'Meine RosaMuster!',
    'Ordination Dr. Müller-Köß',
    'ordination-dr-muller-koß 1',
    'beiOrdinationDrMüllerKöß',
  ])('must contain neither the e-mail address nor the practice: %s', (next) =>
    expect(errorOfNext(next)).toBe(
      'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.',
    ),
  )

  it('may contain a longer name with twelve other characters, but not with eleven', () => {
    const facts = { email: 'eva@ordination.example', practice: '' }
    expect(passwordFault('eva und zwölf Zehe', facts)).toBeUndefined()
    expect(passwordFault('eva und elf Zehen', facts)).toBe('hasPublicFacts')
  })

  it('is reported as too short before anything else', () => {
    expect(passwordFault('zwölf Enten', { email: 'en@a.example', practice: '' })).toBe('short')
  })

  it('may contain a name of two letters', () => {
    const faultFor = (email: string) => passwordFault('der Ofen ist aus', { email, practice: '' })
    expect(faultFor('of@ordination.example')).toBeUndefined()
    expect(faultFor('ofen@ordination.example')).toBe('hasPublicFacts')
  })

  it('may contain anything if neither e-mail address nor practice has letters', () => {
    expect(passwordFault('der Ofen ist aus', { email: '@', practice: '–' })).toBeUndefined()
  })
})

describe('the change of a password', () => {
  const next = 'drei Enten fahren Tretboot'

  it('needs the present password, which may be of any length', () => {
    expect(errorsOf({ current: 'kurz', next })).toEqual({})
  })

  it.each(['', undefined, 7])('is refused with %j as the present password', (current) => {
    expect(errorsOf({ current, next })).toEqual({ current: 'Bitte das bisherige Passwort eingeben.' })
  })

  it('reports the errors of both fields at once', () => {
    expect(Object.keys(errorsOf({ current: '', next: '' }))).toEqual(['current', 'next'])
  })
})

it('the list of common passwords contains only passwords of valid length, in lower case', () => {
  for (const password of COMMON_PASSWORDS) {
    expect(password).toBe(password.toLowerCase())
    expect(password.length, password).toBeGreaterThanOrEqual(12)
  }
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(150)
})
