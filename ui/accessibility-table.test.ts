import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The criteria of levels A and AA in WCAG 2.2, without 4.1.1, which it has removed. */
const CRITERIA =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12
  1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4
  2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(
    /\s+/,
  )

const rows = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) [^|]+ \| ([^|]+) \| ([^|]+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, criterion, how = '', test = '']) => ({ criterion, how, test }))

it('the table of accessibility has all 55 criteria of WCAG 2.2 AA, in their order', () => {
  expect(rows.map(({ criterion }) => criterion)).toEqual(CRITERIA)
})

it('the table of accessibility names a test that exists for each criterion that applies', () => {
  const without = rows.filter(({ test }) => test === '–')
  expect(without.filter(({ how }) => !how.startsWith('Does not apply: '))).toEqual([])
  const missing = rows.filter(({ test }) => test !== '–' && !exists(test))
  expect(missing.map(({ criterion, test }) => `${criterion} ${test}`)).toEqual([])
  expect(rows.length - without.length).toBeGreaterThan(40)
})

/** Whether the file has a test of this title. @param test is `file`: title */
function exists(test: string): boolean {
  const [, file = '', title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  return readFileSync(join(ROOT, file), 'utf8').includes(`'${title}'`)
}
