import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { lineSchema, paragraphSchema, requiredLineSchema } from './line.ts'
import { normalizeLine } from './normalize-line.ts'

const sentenceOf = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).issues?.[0].message

describe('one line of text', () => {
  it('is trimmed, composed and has single spaces', () => {
    expect(normalizeLine('  Anna \t\u00a0 Huber ')).toBe('Anna Huber')
    expect(normalizeLine('Jo\u0308rg')).toBe('Jörg')
  })

  it('is stripped of invisible characters', () => {
    expect(v.parse(lineSchema(50), 'Akupunk\u00adtur\u200b \u202eretsuM\u202c')).toBe('Akupunktur retsuM')
    expect(v.parse(paragraphSchema(50), '\ufeffBis\n\u2067bald')).toBe('Bis\nbald')
    expect(v.parse(lineSchema(50), 'Straße\u061c\u200e\u200f 1')).toBe('Straße 1')
  })

  it('has no lone surrogate, which no URL can contain', () => {
    expect(v.parse(lineSchema(50), 'Straße \ud83d 1 \ude00')).toBe('Straße 1')
    expect(v.parse(paragraphSchema(50), '\ude00Bis\nbald \ud83d')).toBe('Bis\nbald')
    expect(normalizeLine('Bis bald 😀')).toBe('Bis bald 😀')
  })

  it('keeps 30 marks in a row at most, because many more would take seconds to compose', () => {
    const marks = '\u0334'.repeat(30)
    expect(normalizeLine(`a${marks}b${marks}`)).toBe(`a${marks}b${marks}`)
    expect(normalizeLine(`a${marks}${'\u0323\u0301'.repeat(16_000)} b`)).toBe(`a${marks} b`)
    // Each of these is composed of two.
    const once = normalizeLine('\u0344'.repeat(30))
    expect([once.length, normalizeLine(once)]).toEqual([30, once])
  })

  it('stays the same when it is tidied again', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(normalizeLine(normalizeLine(text))).toBe(normalizeLine(text))
      }),
    )
  })

  it.each(['a\nb', 'a\r\nBcc: x@y.at', 'a\u0000b', 'a\u001bb', 'a\u0085b'])(
    'refuses control characters: %j',
    (text) => {
      expect(sentenceOf(lineSchema(50), text)).toBe('Der Text enthält unzulässige Zeichen.')
    },
  )

  it('is refused when it is too long', () => {
    expect(v.is(lineSchema(5), 'abcde')).toBe(true)
    expect(sentenceOf(lineSchema(5), 'abcdef')).toBe('Bitte höchstens 5 Zeichen eingeben.')
  })

  it.each(['', '   ', undefined, null, 5, {}])(
    'is refused with its own sentence as %j if it is required',
    (input) => {
      expect(sentenceOf(requiredLineSchema('Bitte einen Namen angeben.', 50), input)).toBe(
        'Bitte einen Namen angeben.',
      )
    },
  )
})

describe('several lines of text', () => {
  it('keep their line breaks, but no other control characters', () => {
    expect(v.parse(paragraphSchema(50), ' Guten Tag\n\nIhre Praxis \n')).toBe('Guten Tag\n\nIhre Praxis')
    expect(v.is(paragraphSchema(50), 'a\u0007b')).toBe(false)
    expect(v.is(paragraphSchema(5), 'abcdef')).toBe(false)
  })
})
