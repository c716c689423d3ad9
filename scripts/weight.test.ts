import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DIST, filesOf, manifest, scriptsOf } from './built-pages.ts'

/** Bytes. */
const kB = 1000

/** The paths of all files that browsers load. */
const files = globSync('**/*.*', { cwd: DIST, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  // Only the server loads these.
  .filter((file) => !file.startsWith(join(DIST, 'server')))
const scripts = files.filter((file) => file.endsWith('.js'))

/** Returns the source files with chunks of their own whose path matches. */
const sourcesMatching = (pattern: RegExp) => Object.keys(manifest).filter((source) => pattern.test(source))
/** The modules of the wizard's steps after the first, whose code comes with the page. */
const STEPS = sourcesMatching(/^booking\/step-[a-z]+\.tsx$/)

/** Returns the name of a built file without its hash and ending, such as `first` for `first-Bx3k_9aZ.js`. */
const nameOf = (file: string) => basename(file).replace(/-[\w-]{8}\.js$/, '')

describe('the scripts of the built pages', () => {
  it('have at most 90 kB for the first step', () => {
    const ofFirstStep = scriptsOf([])
    // React alone has as much, so that less would mean that scripts were overlooked.
    expect(gzippedBytes(ofFirstStep)).toBeGreaterThan(30 * kB)
    expect(gzippedBytes(ofFirstStep)).toBeLessThanOrEqual(90 * kB)
  })

  it('have at most 150 kB for all six steps', () => {
    expect(STEPS.length).toBeGreaterThanOrEqual(5)
    expect(gzippedBytes(scriptsOf(STEPS))).toBeLessThanOrEqual(150 * kB)
  })

  it('have at most 140 kB for the sign-in', () => {
    expect(gzippedBytes(scriptsOf(['admin/login-page.tsx']))).toBeLessThanOrEqual(140 * kB)
  })

  it('of a page of patients are all named in the first one, so that they are fetched together', () => {
    const firstScript = scripts.find((file) => nameOf(file) === 'first') ?? ''
    const pages = sourcesMatching(
      /^(booking|appointment|information|waiting-list)\/.*(step-[a-z]+|-pages?|overview)\.tsx$/,
    )
    expect(pages.length).toBeGreaterThan(10)
    // The bot check starts its worker later, when it has something to solve.
    const fetched = scriptsOf(pages).filter((file) => !file.includes('worker'))
    const others = fetched.filter((file) => file !== relative(DIST, firstScript))
    const codeOfFirst = readFileSync(firstScript, 'utf8')
    expect(others.filter((file) => !codeOfFirst.includes(file))).toEqual([])
  })

  it('are compiled while they arrive if they are large and needed first', () => {
    const marked = scripts.filter((file) =>
      readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad'),
    )
    expect(marked.map(nameOf).toSorted()).toEqual(['first', 'parts', 'react', 'times'])
  })

  it('have nothing of the admin area for patients', () => {
    const patientPages = sourcesMatching(/^(booking|appointment|maintenance)\/.*\.tsx?$/)
    const patientCode = scriptsOf(patientPages).map((file) => readFileSync(join(DIST, file), 'utf8'))
    for (const mark of ['ordi_admin_session', 'Outbox Monitor', 'Services & Preise'])
      expect(patientCode.join('\n').includes(mark), mark).toBe(false)
    const adminChunk = Object.values(manifest).find(({ file }) => file.includes('admin-area'))
    const adminCode = readFileSync(join(DIST, adminChunk?.file ?? ''), 'utf8')
    expect(adminCode).toContain('Outbox Monitor')
  })
})

describe('the built pages', () => {
  it('have the styles of the first screen in the page itself', () => {
    const page = readFileSync(join(DIST, 'index.html'), 'utf8')
    expect(page).toMatch(/<style>.{10000,}<\/style>/)
    expect(page).not.toContain('rel="stylesheet"')
    expect(statSync(join(DIST, 'index.html.gz')).size).toBeLessThanOrEqual(8 * kB)
  })

  it('load no file of styles that was deleted because the page has its rules', () => {
    const code = scripts.map((file) => readFileSync(file, 'utf8'))
    const loadedStyles = code.flatMap((text) => text.match(/assets\/[\w.-]+\.css/g) ?? [])
    expect(loadedStyles.length).toBeGreaterThan(10)
    expect(loadedStyles.filter((file) => !files.includes(join(DIST, file)))).toEqual([])
  })

  it('need at most 16 files for each page of the admin area, styles included', () => {
    const pages = sourcesMatching(/^admin\/[\w-]+\/[\w-]+-pages?\.tsx$/)
    expect(pages.length).toBeGreaterThan(10)
    const tooMany = pages.filter((page) => filesOf(['admin/admin-area.tsx', page]).length > 16)
    expect(tooMany).toEqual([])
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
    const code = files.filter((file) => /\.(js|css)$/.test(file))
    const withMap = code.filter((file) => readFileSync(file, 'utf8').includes('sourceMappingURL'))
    expect(withMap).toEqual([])
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

/** Returns how many bytes these files of the build have together as they are sent. */
function gzippedBytes(loaded: readonly string[]): number {
  return loaded.reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0)
}
