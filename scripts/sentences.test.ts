import { describe, expect, it } from 'vitest'
import { isGerman, sentencesOf, sentencesOfProgram } from './sentences.ts'

/** Each is written in another way on the screen. The specification's own sentences may have them. */
const AVOIDED: ReadonlyArray<readonly [RegExp, instead: string]> = [
  [/\bPraxis\b/, 'Ordination'],
  [/Adminbereich/, 'Verwaltung'],
  [/Mailserver/, 'E-Mail-Server'],
  [/Kommandozeile/, 'Befehlszeile'],
  [/\bAPI-Key\b/, 'API-Schlüssel'],
  [/\bBackup\b/, 'Sicherung'],
  [/\bJanuar\b/, 'Jänner'],
  [/\b[Kk]licken\b|\b[Cc]lick\b/, 'drücken'],
  [/\b(du|dein|deine[mnrs]?|dir|dich)\b/, 'Sie'],
]
const OF_THE_SPECIFICATION = ['Bitte prüfen Sie den Link oder wenden Sie sich bei Fragen an die Praxis.']

describe('the sentences of a file', () => {
  it('are texts of elements, strings and templates, with their lines', () => {
    const source = [
      "import x from 'die Datei'",
      'const title = `Noch $' + '{n} Minuten`',
      'const page = (',
      '  <p title="Zur Übersicht">',
      "    Bitte <b>rufen</b> Sie {'an'}.",
      '  </p>',
      ')',
    ]
    expect(sentencesOf('page.tsx', source.join('\n'))).toEqual([
      { line: 2, text: 'Noch {…} Minuten' },
      { line: 4, text: 'Zur Übersicht' },
      { line: 5, text: 'Bitte {…} Sie an.' },
    ])
  })

  it('cannot be read of what is no TypeScript', () => {
    expect(() => sentencesOf('page.tsx', 'const = ')).toThrow('page.tsx is no TypeScript')
  })

  it.each([
    ['Termin eintragen', true],
    ['bis zum Beginn', true],
    ['{…} Uhr', true],
    ['flex-start', false],
    ['The database has no room.', false],
    ['{…}', false],
    ['no-print', false],
  ])('have %j among them: %s', (text, expected) => {
    expect(isGerman(text)).toBe(expected)
  })
})

describe('the sentences of the program', () => {
  it('have one word for one thing', () => {
    const sentences = [...sentencesOfProgram()].flatMap(([file, found]) =>
      found.map(({ line, text }) => ({ place: `${file}:${line}`, text })),
    )
    expect(sentences.length).toBeGreaterThan(3000)
    const wrong = sentences
      .filter(({ text }) => !OF_THE_SPECIFICATION.includes(text))
      .flatMap(({ place, text }) =>
        AVOIDED.filter(([word]) => word.test(text)).map(([, instead]) => `${place} ${instead}: ${text}`),
      )
    expect(wrong).toEqual([])
  })
})
