import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

it('every class that a page names stands in its CSS module', () => {
  const missing: string[] = []
  let named = 0
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.tsx')) continue
    const file = join(import.meta.dirname, name)
    const source = readFileSync(file, 'utf8')
    for (const [, styles = '', path = ''] of source.matchAll(IMPORT)) {
      const css = readFileSync(join(dirname(file), path), 'utf8')
      for (const [, className = ''] of source.matchAll(new RegExp(`(?<![\\w.'/-])${styles}\\.(\\w+)`, 'g'))) {
        named++
        if (!new RegExp(`\\.${className}(?![\\w-])`).test(css)) missing.push(`${name}: ${className}`)
      }
    }
  }
  expect(named).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
