import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DIST, filesOf, loadedWith, manifest } from './built-pages.ts'

/** Bytes. */
const kB = 1000

/** The modules of the wizard's steps after the first, whose code comes with the page. */
const STEPS = Object.keys(manifest).filter((key) => /^booking\/step-[a-z]+\.tsx$/.test(key))
const files = globSync('**/*.*', { cwd: DIST, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  // Only the server loads these.
  .filter((file) => !file.startsWith(join(DIST, 'server')))

describe('the built pages', () => {
  it('need at most 90 kB of JavaScript for the first step', () => {
    const first = loadedWith([])
    // React alone has as much, so that less would mean that scripts were overlooked.
    expect(gzippedBytes(first)).toBeGreaterThan(30 * kB)
    expect(gzippedBytes(first)).toBeLessThanOrEqual(90 * kB)
  })

  it('need at most 150 kB of JavaScript for all six steps', () => {
    expect(STEPS.length).toBeGreaterThanOrEqual(5)
    expect(gzippedBytes(loadedWith(STEPS))).toBeLessThanOrEqual(150 * kB)
  })

  it('fetch all scripts of a page of patients together, and not one after the other', () => {
    const [first = ''] = files.filter((file) => /\/first-[\w-]{8}\.js$/.test(file))
    const listed = readFileSync(first, 'utf8')
    const pages = Object.keys(manifest).filter((key) =>
      /^(booking|appointment|information|waiting-list)\/.*(step-[a-z]+|-pages?|overview)\.tsx$/.test(key),
    )
    expect(pages.length).toBeGreaterThan(10)
    // The bot check starts its worker later, when it has something to solve.
    const scripts = loadedWith(pages).filter((file) => !file.includes('worker'))
    expect(scripts.filter((file) => file !== relative(DIST, first) && !listed.includes(file))).toEqual([])
  })

  it('need at most 140 kB of JavaScript for the sign-in', () => {
    expect(gzippedBytes(loadedWith(['admin/login-page.tsx']))).toBeLessThanOrEqual(140 * kB)
  })

  it('bring the styles of the first screen in the page itself, and load no file of styles twice', () => {
    const page = readFileSync(join(DIST, 'index.html'), 'utf8')
    expect(page).toMatch(/<style>.{10000,}<\/style>/)
    expect(page).not.toContain('rel="stylesheet"')
    expect(statSync(join(DIST, 'index.html.gz')).size).toBeLessThanOrEqual(8 * kB)
    const chunks = files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(file, 'utf8'))
    const styles = chunks.flatMap((code) => code.match(/assets\/[\w.-]+\.css/g) ?? [])
    expect(styles.length).toBeGreaterThan(10)
    expect(styles.filter((file) => !files.includes(join(DIST, file)))).toEqual([])
  })

  it('have the largest scripts of the first steps compiled while they arrive', () => {
    const marked = files.filter(
      (file) => file.endsWith('.js') && readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad'),
    )
    const names = marked.map((file) => basename(file).replace(/-[\w-]{8}\.js$/, ''))
    expect(names.toSorted()).toEqual(['first', 'parts', 'react', 'times'])
  })

  it('load nothing of the admin area for patients', () => {
    const steps = Object.keys(manifest).filter((key) =>
      /^(booking|appointment|maintenance)\/.*\.tsx?$/.test(key),
    )
    const loaded = loadedWith(steps)
    const code = loaded.map((file) => readFileSync(join(DIST, file), 'utf8')).join('\n')
    for (const mark of ['ordi_admin_session', 'Outbox Monitor', 'Services & Preise'])
      expect(code.includes(mark), mark).toBe(false)
    const admin = Object.values(manifest).find(({ file }) => file.includes('admin-area'))
    expect(readFileSync(join(DIST, admin?.file ?? ''), 'utf8')).toContain('Outbox Monitor')
  })

  it('need at most 16 files for each page of the admin area, styles included', () => {
    const pages = Object.keys(manifest).filter((key) => /^admin\/[\w-]+\/[\w-]+-pages?\.tsx$/.test(key))
    expect(pages.length).toBeGreaterThan(10)
    const counts = pages.map((page) => [page, filesOf(['admin/admin-area.tsx', page]).length] as const)
    expect(counts.filter(([, count]) => count > 16)).toEqual([])
  })

  it('have one font of at most 40 kB, in two subsets', () => {
    const fonts = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file))
    expect(fonts.map((font) => basename(font).replace(/-[^-]*$/, '')).toSorted()).toEqual([
      'figtree-latin-ext-wght-normal',
      'figtree-latin-wght-normal',
    ])
    expect(fonts.reduce((sum, font) => sum + statSync(font).size, 0)).toBeLessThanOrEqual(40 * kB)
  })

  it('have no source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    expect(
      files.filter(
        (file) => /\.(js|css)$/.test(file) && readFileSync(file, 'utf8').includes('sourceMappingURL'),
      ),
    ).toEqual([])
  })

  it('are compressed when they are built', () => {
    const texts = files.filter((file) => /\.(html|js|css|svg|txt|webmanifest)$/.test(file))
    expect(texts.length).toBeGreaterThan(10)
    for (const text of texts) {
      const plain = readFileSync(text)
      expect(brotliDecompressSync(readFileSync(`${text}.br`)).equals(plain), `${text}.br`).toBe(true)
      expect(gunzipSync(readFileSync(`${text}.gz`)).equals(plain), `${text}.gz`).toBe(true)
    }
  })
})

/** Returns how many bytes the files have together as they are sent. */
function gzippedBytes(loaded: readonly string[]): number {
  return loaded.reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0)
}
