import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DIST, filesOf, manifest } from './built-pages.ts'

/** Calls that Safari 17.4 does not know. The build translates new syntax, but adds no missing function. */
const AFTER_SAFARI_17_4 = [
  /\b(Promise\.try|URL\.parse|RegExp\.escape|Error\.isError|Math\.sumPrecise|Iterator\.(from|concat))\b/,
  /\b(requestIdleCallback|Temporal\.|new CloseWatcher|new URLPattern|Uint8Array\.from(Base64|Hex))/,
  /\.(requestClose|moveBefore|toBase64|toHex|getOrInsert(Computed)?|setHTML(Unsafe)?)\(/,
  // The methods of iterators. Arrays have them too, but these calls return no array.
  /\.((values|keys|entries)\(\)|matchAll\([^()]*\))\.\w+\(/,
]
/** Calls that Safari 16.4 does not know, besides those above. */
const AFTER_SAFARI_16_4 = [
  /\b(Promise\.withResolvers|(Object|Map)\.groupBy|AbortSignal\.any|URL\.canParse)\b/,
  /\.((show|hide|toggle)Popover|checkVisibility|union|intersection|(symmetricD|d)ifference)\(/,
  /\.is(SubsetOf|SupersetOf|DisjointFrom)\(/,
]
/** Parts of styles that Safari 16.4 does not know, and without which a page would look broken. */
const STYLES_AFTER_SAFARI_16_4 = [/light-dark\(|@starting-style|@scope|:popover-open|[^-]anchor\(|[{};]&/]

it('the scripts need no function that the oldest Safari of the admin area lacks', () => {
  const scripts = globSync('assets/*.js', { cwd: DIST })
  expect(scripts.length).toBeGreaterThan(50)
  expect(findIn([...scripts, 'index.html'], AFTER_SAFARI_17_4)).toEqual([])
})

it("the scripts and styles of patients' pages need nothing that their oldest Safari lacks", () => {
  const pages = /^(booking|appointment|information|maintenance|waiting-list)\/.*\.tsx?$/
  const files = filesOf(Object.keys(manifest).filter((key) => pages.test(key)))
  const scripts = files.filter((file) => file.endsWith('.js'))
  const styles = files.filter((file) => file.endsWith('.css'))
  expect(scripts.length).toBeGreaterThan(15)
  expect(styles.length).toBeGreaterThan(3)
  expect(findIn([...scripts, 'index.html'], AFTER_SAFARI_16_4)).toEqual([])
  expect(findIn([...styles, 'index.html'], STYLES_AFTER_SAFARI_16_4)).toEqual([])
})

it('no style asks by :has() whether an element is empty, because Safari misses when that changes', () => {
  const styles = [...globSync('assets/*.css', { cwd: DIST }), 'index.html']
  const questions = styles.flatMap((file) => readBuilt(file).match(/:has\(([^()]|\([^()]*\))*\)/g) ?? [])
  expect(questions.length).toBeGreaterThan(10)
  expect(questions.filter((question) => question.includes(':empty'))).toEqual([])
})

/** Returns what the patterns find in built files, with the files. */
function findIn(files: readonly string[], patterns: readonly RegExp[]): string[] {
  return files.flatMap((file) =>
    patterns.flatMap((pattern) => {
      const match = pattern.exec(readBuilt(file))
      return match ? [`${file}: ${match[0]}`] : []
    }),
  )
}

function readBuilt(file: string): string {
  return readFileSync(join(DIST, file), 'utf8')
}
