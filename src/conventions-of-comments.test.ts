import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCodeFiles, PROJECT } from './testing/source-files.ts'

/** First words of comments that depend on the line above, or that are no sentences. */
const FRAGMENT = /^(What|Whoever|As|Of|So|Nor)\b/

/** The columns of the widest line that has a comment. */
const MOST_COLUMNS = 110

/** Returns the faulty comment lines of a file, each with the path in front. */
function faultyLinesOf(file: string): string[] {
  return faultyLinesIn(readFileSync(join(PROJECT, file), 'utf8')).map((line) => `${file}: ${line}`)
}

/** Returns the comment lines that are too long or begin a comment with a fragment. */
function faultyLinesIn(text: string): string[] {
  let isInside = false
  return text.split('\n').filter((line) => {
    const [, mark, sentence] = /^\s*(\/\*\*?|\*\/?|\/\/)\s*(.*)$/.exec(line) ?? []
    const isFragment = !isInside && FRAGMENT.test(sentence ?? '')
    // If the first line of a block has only the mark, its text begins in the second one.
    isInside = mark !== undefined && sentence !== ''
    return mark !== undefined && (line.length > MOST_COLUMNS || isFragment)
  })
}

describe('the comments', () => {
  it('are at most 110 columns wide and begin like a sentence', () => {
    const files = allCodeFiles()
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap(faultyLinesOf)).toEqual([])
  })

  it.each([
    { fault: 'begins with Of', text: '/** Of a full bar, in pixels. */' },
    { fault: 'begins with What, in the second line of a block', text: '/**\n * What came of it.\n */' },
    { fault: 'begins with Nor, behind a space', text: '  // Nor a key that is held down.' },
    { fault: 'has 128 columns', text: `// ${'long '.repeat(25)}` },
  ])('have a fault where one $fault', ({ text }) => {
    expect(faultyLinesIn(text)).toHaveLength(1)
  })

  it('may begin a later line with So', () => {
    expect(faultyLinesIn('// Offers that ended.\n// So many lines are one comment.')).toEqual([])
  })

  it('are not confused with strings', () => {
    expect(faultyLinesIn("const text = 'What is this? // So what?'")).toEqual([])
  })
})
