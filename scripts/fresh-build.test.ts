import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fresh-build.ts'

/** A project with a source of each kind. */
let root: string
const writeSource = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ordi-fresh-'))
  writeSource('package-lock.json', '{}')
  writeSource('src/shared/day.ts', 'export {}')
  writeSource('src/config.ts', 'export {}')
  writeSource('ui/components/button.tsx', 'export {}')
  writeSource('ui/public/icon.svg', '<svg/>')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the fingerprint of a build', () => {
  it.each([
    { part: 'ui', path: 'package-lock.json' },
    { part: 'ui', path: 'src/shared/day.ts' },
    { part: 'ui', path: 'src/shared/contact/email.ts' },
    { part: 'ui', path: 'ui/components/button.tsx' },
    { part: 'ui', path: 'ui/public/icon.svg' },
    { part: 'ui', path: 'ui/new.css' },
    { part: 'src', path: 'package-lock.json' },
    { part: 'src', path: 'src/config.ts' },
    { part: 'src', path: 'src/shared/day.ts' },
    { part: 'src', path: 'src/vite.config.ts' },
  ] as const)('of $part changes with $path', ({ part, path }) => {
    const firstFingerprint = fingerprint(root, part)
    expect(fingerprint(root, part)).toBe(firstFingerprint)
    writeSource(path, 'changed')
    expect(fingerprint(root, part)).not.toBe(firstFingerprint)
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
    const firstFingerprint = fingerprint(root, part)
    writeSource(path, 'changed')
    expect(fingerprint(root, part)).toBe(firstFingerprint)
  })

  it('changes when a file is renamed', () => {
    const firstFingerprint = fingerprint(root, 'ui')
    rmSync(join(root, 'ui/components/button.tsx'))
    writeSource('ui/components/knob.tsx', 'export {}')
    expect(fingerprint(root, 'ui')).not.toBe(firstFingerprint)
  })
})
