import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The success criteria of levels A and AA in WCAG 2.2, in their order. WCAG 2.2 has removed 4.1.1. */
const CRITERIA =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12
  1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4
  2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(
    /\s+/,
  )

/** The rows of the table: the criterion, how the portal meets it, and the test that proves it. */
const rows = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8')
  .split('\n')
  // For example: | 1.1.1 Non-text Content | Icons are hidden … | `ui/e2e/pages.spec.ts`: a title |
  .map((line) => /^\| (\d+\.\d+\.\d+) [^|]+ \| ([^|]+) \| ([^|]+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, criterion, how = '', test = '']) => ({ criterion, how, test }))
/** Criteria that do not apply have no test. */
const rowsWithTest = rows.filter(({ test }) => test !== '–')

/** Returns whether the named file has a test with this title. @param test a file in backticks: the title */
function hasTest(test: string): boolean {
  const [, file = '', title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
  return readFileSync(join(ROOT, file), 'utf8').includes(`'${title}'`)
}

it('the accessibility table lists all 55 criteria of WCAG 2.2 AA, in their order', () => {
  expect(rows.map(({ criterion }) => criterion)).toEqual(CRITERIA)
})

it('the accessibility table names a test for each criterion that applies', () => {
  const rowsWithoutTest = rows.filter(({ test }) => test === '–')
  expect(rowsWithoutTest.filter(({ how }) => !how.startsWith('Does not apply: '))).toEqual([])
})

it('the accessibility table names only existing tests', () => {
  const rowsOfMissingTests = rowsWithTest.filter(({ test }) => !hasTest(test))
  expect(rowsOfMissingTests.map(({ criterion, test }) => `${criterion} ${test}`)).toEqual([])
  // Most criteria apply. Far fewer tests would mean that the table was not read correctly.
  expect(rowsWithTest.length).toBeGreaterThan(40)
})
