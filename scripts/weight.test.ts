import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ROOT } from './tools.ts'

/** What `npm run build` has made: these tests weigh it as it is sent. */
const DIST = join(ROOT, 'ui/dist')
const kB = 1000
/** Holds the first step; the others come later. */
const WIZARD = 'booking/booking-wizard.tsx'

type Chunk = Readonly<{ file: string; imports?: string[]; dynamicImports?: string[]; assets?: string[] }>
type Manifest = Readonly<Record<string, Chunk>>

const manifest: Manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
const files = globSync('**/*.*', { cwd: DIST, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

describe('the weight of the pages', () => {
  it('is at most 95 kB of JavaScript before the first question can be answered', () => {
    const first = loadedWith(manifest, ['index.html', WIZARD])
    expect(gzipped(first)).toBeGreaterThan(30 * kB)
    expect(gzipped(first)).toBeLessThanOrEqual(95 * kB)
  })

  it('is at most 165 kB of JavaScript for all six steps together', () => {
    const steps = Object.keys(manifest).filter((key) =>
      /^booking\/(booking-wizard|step-[a-z]+)\.tsx$/.test(key),
    )
    expect(steps.length).toBeGreaterThanOrEqual(5)
    expect(gzipped(loadedWith(manifest, ['index.html', ...steps]))).toBeLessThanOrEqual(165 * kB)
  })

  it('brings patients nothing of the admin area', () => {
    const steps = Object.keys(manifest).filter((key) =>
      /^(booking|appointment|maintenance)\/.*\.tsx?$/.test(key),
    )
    const loaded = loadedWith(manifest, ['index.html', ...steps])
    const told = loaded.map((file) => readFileSync(join(DIST, file), 'utf8')).join('\n')
    for (const mark of ['ordi_admin_session', 'Outbox Monitor', 'Services & Preise'])
      expect(told.includes(mark), mark).toBe(false)
    const admin = Object.values(manifest).find(({ file }) => file.includes('admin-area'))
    expect(readFileSync(join(DIST, admin?.file ?? ''), 'utf8')).toContain('Outbox Monitor')
  })

  it('has one type family of at most 40 kB, in two parts of which most pages need the first only', () => {
    const fonts = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file))
    expect(fonts.map((font) => basename(font).replace(/-[^-]*$/, '')).toSorted()).toEqual([
      'figtree-latin-ext-wght-normal',
      'figtree-latin-wght-normal',
    ])
    expect(fonts.reduce((sum, font) => sum + statSync(font).size, 0)).toBeLessThanOrEqual(40 * kB)
  })

  it('has no source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    expect(
      files.filter(
        (file) => /\.(js|css)$/.test(file) && readFileSync(file, 'utf8').includes('sourceMappingURL'),
      ),
    ).toEqual([])
  })

  it('is compressed once, when it is built', () => {
    const texts = files.filter((file) => /\.(html|js|css|svg|txt|webmanifest)$/.test(file))
    expect(texts.length).toBeGreaterThan(10)
    for (const text of texts) {
      const plain = readFileSync(text)
      expect(brotliDecompressSync(readFileSync(`${text}.br`)).equals(plain), `${text}.br`).toBe(true)
      expect(gunzipSync(readFileSync(`${text}.gz`)).equals(plain), `${text}.gz`).toBe(true)
    }
  })
})

describe('the weighing', () => {
  const small: Manifest = {
    'index.html': { file: 'index.js', imports: ['_shared.js'], dynamicImports: ['step.tsx'] },
    '_shared.js': { file: 'shared.js' },
    'step.tsx': {
      file: 'step.js',
      imports: ['_shared.js', 'index.html'],
      assets: ['worker.js', 'font.woff2'],
    },
  }

  it('counts what a chunk needs at once, and nothing that comes later', () => {
    expect(loadedWith(small, ['index.html'])).toEqual(['index.js', 'shared.js'])
  })

  it('counts every chunk once, and the workers that it starts', () => {
    expect(loadedWith(small, ['index.html', 'step.tsx'])).toEqual([
      'index.js',
      'shared.js',
      'step.js',
      'worker.js',
    ])
  })

  it('notices a chunk that is no longer there', () => {
    expect(() => loadedWith(small, ['gone.tsx'])).toThrow('gone.tsx')
  })
})

/** The JavaScript files that the browser loads for these chunks, each once. */
function loadedWith(from: Manifest, keys: readonly string[]): string[] {
  const reached = new Set<string>()
  const follow = (key: string) => {
    if (reached.has(key)) return
    reached.add(key)
    const chunk = from[key]
    if (chunk === undefined) throw new Error(`the build has no chunk ${key}`)
    chunk.imports?.forEach(follow)
  }
  keys.forEach(follow)
  const chunks = [...reached].map((key) => from[key] as Chunk)
  return [...new Set(chunks.flatMap(({ file, assets = [] }) => [file, ...assets]))].filter((file) =>
    file.endsWith('.js'),
  )
}

function gzipped(loaded: readonly string[]): number {
  return loaded.reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0)
}
