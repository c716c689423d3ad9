import { describe, expect, it } from 'vitest'
import { sentencesOf, sentencesOfHtml, sentencesOfProgram } from './sentences.ts'

describe('the sentences of a file', () => {
  it('are texts of elements, strings and templates, with their lines', () => {
    const source = `
      import x from 'die Datei'
      const title = \`Noch \${n} Minuten\`
      const page = (
        <p title="Zur Übersicht">
          Bitte <b>rufen</b> Sie {'an'}.
        </p>
      )`
    // The bold text counts as its own sentence, and a single small word does not count as German.
    expect(sentencesOf('page.tsx', source)).toEqual([
      { line: 3, text: 'Noch {…} Minuten' },
      { line: 5, text: 'Zur Übersicht' },
      { line: 6, text: 'Bitte {…} Sie an.' },
    ])
  })

  it('are the texts and the description of a page in HTML', () => {
    const source = `
      <meta name="description" content="Termine online buchen." />
      <p class="note">
        Wir versuchen
        es weiter. <button type="button">Seite neu laden</button>
      </p>`
    expect(sentencesOfHtml(source)).toEqual([
      { line: 2, text: 'Termine online buchen.' },
      { line: 4, text: 'Wir versuchen es weiter.' },
      { line: 5, text: 'Seite neu laden' },
    ])
  })

  it('are not read from a file that is not TypeScript', () => {
    expect(() => sentencesOf('page.tsx', 'const = ')).toThrow('page.tsx is no TypeScript')
  })
})

/** Words that the screen does not use, each with the word that it uses instead. */
const AVOIDED: ReadonlyArray<Readonly<{ word: RegExp; instead: string }>> = [
  { word: /\bPraxis\b/, instead: 'Ordination' },
  { word: /Adminbereich/, instead: 'Verwaltung' },
  { word: /Mailserver/, instead: 'E-Mail-Server' },
  { word: /Kommandozeile/, instead: 'Befehlszeile' },
  { word: /\bAPI-Key\b/, instead: 'API-Schlüssel' },
  { word: /\bBackup\b/, instead: 'Sicherung' },
  { word: /\bJanuar\b/, instead: 'Jänner' },
  { word: /\b[Kk]licken\b|\b[Cc]lick\b/, instead: 'drücken' },
  { word: /\b(du|dein|deine[mnrs]?|dir|dich)\b/, instead: 'Sie' },
]
/** Sentences with an avoided word that the specification prescribes. */
const PRESCRIBED = ['Bitte prüfen Sie den Link oder wenden Sie sich bei Fragen an die Praxis.']

describe('the sentences of the program', () => {
  it('use one word for one thing', () => {
    const sentences = [...sentencesOfProgram()].flatMap(([file, found]) =>
      found.map(({ line, text }) => ({ place: `${file}:${line}`, text })),
    )
    expect(sentences.length).toBeGreaterThan(3000)
    const ownSentences = sentences.filter(({ text }) => !PRESCRIBED.includes(text))
    const faults = ownSentences.flatMap(({ place, text }) =>
      AVOIDED.filter(({ word }) => word.test(text)).map(({ instead }) => `${place} ${instead}: ${text}`),
    )
    expect(faults).toEqual([])
  })
})
