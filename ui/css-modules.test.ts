import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Matches the import of a CSS module: its name in the file, and its path. */
const STYLES_IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

/** A class that a file uses, and the text of the CSS module that must have it. */
type ClassUse = Readonly<{ file: string; className: string; css: string }>

/** Returns each use of a class in a file of ui/. */
function classUsesIn(file: string): ClassUse[] {
  const path = join(import.meta.dirname, file)
  const source = readFileSync(path, 'utf8')
  return [...source.matchAll(STYLES_IMPORT)].flatMap(([, styles, module = '']) => {
    const css = readFileSync(join(dirname(path), module), 'utf8')
    // Finds `styles.button`, but not the same text in a path or as a field of another object.
    const uses = source.matchAll(new RegExp(`(?<![\\w.'/-])${styles}\\.(\\w+)`, 'g'))
    return [...uses].map(([, className = '']) => ({ file, className, css }))
  })
}

it('every class that a page uses is in its CSS module', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const uses = files.filter((file) => file.endsWith('.tsx')).flatMap(classUsesIn)
  // The pages use hundreds of classes, so fewer would mean that the patterns find nothing.
  expect(uses.length).toBeGreaterThan(100)
  const missing = uses.filter(({ className, css }) => !new RegExp(`\\.${className}(?![\\w-])`).test(css))
  expect(missing.map(({ file, className }) => `${file}: ${className}`)).toEqual([])
})
