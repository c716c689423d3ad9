import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fresh-build.ts'

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
    ['ui', 'package-lock.json'],
    ['ui', 'src/shared/day.ts'],
    ['ui', 'src/shared/contact/email.ts'],
    ['ui', 'ui/components/button.tsx'],
    ['ui', 'ui/public/icon.svg'],
    ['ui', 'ui/new.css'],
    ['src', 'package-lock.json'],
    ['src', 'src/config.ts'],
    ['src', 'src/shared/day.ts'],
    ['src', 'src/vite.config.ts'],
  ] as const)('of %s changes with %s', (part, path) => {
    const before = fingerprint(root, part)
    expect(fingerprint(root, part)).toBe(before)
    writeSource(path, 'changed')
    expect(fingerprint(root, part)).not.toBe(before)
  })

  it.each([
    ['ui', 'src/config.ts'],
    ['ui', 'src/shared/day.test.ts'],
    ['ui', 'ui/dist/index.html'],
    ['ui', 'ui/e2e/booking.spec.ts'],
    ['src', 'ui/components/button.tsx'],
    ['src', 'src/config.test.ts'],
    ['src', 'src/dist/main.js'],
  ] as const)('of %s does not depend on %s', (part, path) => {
    const before = fingerprint(root, part)
    writeSource(path, 'changed')
    expect(fingerprint(root, part)).toBe(before)
  })

  it('changes when a file is renamed', () => {
    const before = fingerprint(root, 'ui')
    rmSync(join(root, 'ui/components/button.tsx'))
    writeSource('ui/components/knob.tsx', 'export {}')
    expect(fingerprint(root, 'ui')).not.toBe(before)
  })
})
