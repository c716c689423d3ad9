import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fresh-build.ts'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ordi-fresh-'))
  write('package-lock.json', '{}')
  write('src/shared/day.ts', 'export {}')
  write('src/config.ts', 'export {}')
  write('ui/parts/button.tsx', 'export {}')
  write('ui/public/icon.svg', '<svg/>')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the fingerprint of the pages', () => {
  it('stays while nothing changes', () => {
    expect(fingerprint(root, 'ui')).toBe(fingerprint(root, 'ui'))
  })

  it.each([
    'package-lock.json',
    'src/shared/day.ts',
    'ui/parts/button.tsx',
    'ui/public/icon.svg',
    'ui/new.css',
  ])('changes with %s', (path) => {
    const before = fingerprint(root, 'ui')
    write(path, 'changed')
    expect(fingerprint(root, 'ui')).not.toBe(before)
  })

  it.each(['src/config.ts', 'src/shared/day.test.ts', 'ui/dist/index.html', 'ui/e2e/booking.walk.ts'])(
    'does not depend on %s',
    (path) => {
      const before = fingerprint(root, 'ui')
      write(path, 'changed')
      expect(fingerprint(root, 'ui')).toBe(before)
    },
  )

  it('changes when a file is only moved', () => {
    const before = fingerprint(root, 'ui')
    rmSync(join(root, 'ui/parts/button.tsx'))
    write('ui/parts/knob.tsx', 'export {}')
    expect(fingerprint(root, 'ui')).not.toBe(before)
  })
})

describe('the fingerprint of the program', () => {
  it.each(['package-lock.json', 'src/config.ts', 'src/shared/day.ts', 'src/vite.config.ts'])(
    'changes with %s',
    (path) => {
      const before = fingerprint(root, 'src')
      write(path, 'changed')
      expect(fingerprint(root, 'src')).not.toBe(before)
    },
  )

  it.each(['ui/parts/button.tsx', 'src/config.test.ts', 'src/dist/main.js'])(
    'does not depend on %s',
    (path) => {
      const before = fingerprint(root, 'src')
      write(path, 'changed')
      expect(fingerprint(root, 'src')).toBe(before)
    },
  )
})
