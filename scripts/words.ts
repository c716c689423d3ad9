/**
 * `npm run words [-- PATTERN]` lists every German sentence that people read, with its place; with a pattern
 * only those that match it, in any case of letters.
 */
import { sentencesOfProgram } from './sentences.ts'

const pattern = new RegExp(process.argv[2] ?? '', 'iu')
let count = 0
for (const [file, sentences] of sentencesOfProgram())
  for (const { line, text } of sentences) {
    if (!pattern.test(text)) continue
    console.log(`${file}:${line}  ${text}`)
    count++
  }
console.log(`${count} sentences.`)
