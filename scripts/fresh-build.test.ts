import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSources } from './fresh-build.ts'

/** The folder of a project with a source of each kind. */
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ordi-fresh-'))
  writeSource('package-lock.json', '{}')
  writeSource('src/shared/day.ts', 'export {}')
  writeSource('src/config.ts', 'export {}')
  writeSource('ui/components/button.tsx', 'export {}')
  writeSource('ui/public/icon.svg', '<svg/>')
})
afterEach(() => rmSync(root, { recursive: true }))

function writeSource(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('the hash of the sources', () => {
  it.each([
    { part: 'ui', path: 'package-lock.json' },
    { part: 'ui', path: 'src/shared/day.ts' },
    { part: 'ui', path: 'ui/components/button.tsx' },
    { part: 'ui', path: 'ui/public/icon.svg' },
    { part: 'src', path: 'package-lock.json' },
    { part: 'src', path: 'src/config.ts' },
    { part: 'src', path: 'src/shared/day.ts' },
    // These are new files.
    { part: 'ui', path: 'src/shared/contact/email.ts' },
    { part: 'ui', path: 'ui/new.css' },
    { part: 'src', path: 'src/vite.config.ts' },
  ] as const)('of $part changes with $path', ({ part, path }) => {
    const firstHash = hashSources(root, part)
    expect(hashSources(root, part)).toBe(firstHash)
    writeSource(path, 'changed')
    expect(hashSources(root, part)).not.toBe(firstHash)
  })

  it.each([
    { part: 'ui', path: 'src/config.ts' },
    { part: 'ui', path: 'src/shared/day.test.ts' },
    { part: 'ui', path: 'ui/dist/index.html' },
    { part: 'ui', path: 'ui/e2e/booking.spec.ts' },
    { part: 'src', path: 'ui/components/button.tsx' },
    { part: 'src', path: 'src/config.test.ts' },
    { part: 'src', path: 'src/dist/main.js' },
  ] as const)('of $part does not depend on $path', ({ part, path }) => {
    const firstHash = hashSources(root, part)
    writeSource(path, 'changed')
    expect(hashSources(root, part)).toBe(firstHash)
  })

  it('changes when a file is renamed', () => {
    const firstHash = hashSources(root, 'ui')
    rmSync(join(root, 'ui/components/button.tsx'))
    writeSource('ui/components/knob.tsx', 'export {}')
    expect(hashSources(root, 'ui')).not.toBe(firstHash)
  })
})
