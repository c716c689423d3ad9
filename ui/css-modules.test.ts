import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Matches the import of a CSS module: its name in the file, and its path. */
const STYLES_IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

it('every class that a page uses is in its CSS module', () => {
  const missing: string[] = []
  let classNames = 0
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.tsx')) continue
    const file = join(import.meta.dirname, name)
    const source = readFileSync(file, 'utf8')
    for (const [, styles = '', path = ''] of source.matchAll(STYLES_IMPORT)) {
      const css = readFileSync(join(dirname(file), path), 'utf8')
      // Finds `styles.button`, but not the same text in a path or as a field of another object.
      const uses = new RegExp(`(?<![\\w.'/-])${styles}\\.(\\w+)`, 'g')
      for (const [, className = ''] of source.matchAll(uses)) {
        classNames++
        if (!new RegExp(`\\.${className}(?![\\w-])`).test(css)) missing.push(`${name}: ${className}`)
      }
    }
  }
  // The pages use hundreds of classes, so fewer would mean that the patterns find nothing.
  expect(classNames).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
