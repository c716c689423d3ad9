import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './programs.ts'

/** The folder of the built pages. */
export const DIST = join(PROJECT_ROOT, 'ui/dist')

/** A script of the build, and what it brings along. */
type Chunk = Readonly<{
  file: string
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
  css?: string[]
}>
/** Vite's list of the chunks, by the source files that they begin with. */
type Manifest = Readonly<Record<string, Chunk>>

/** The chunks of the present build. */
export const manifest: Manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))

/** Returns the JavaScript files that the browser loads for these chunks, with those of every page. */
export function loadedWith(keys: readonly string[]): string[] {
  return filesOf(keys).filter((file) => file.endsWith('.js'))
}

/** Returns the scripts and styles that the browser loads for these chunks, with those of every page. */
export function filesOf(keys: readonly string[]): string[] {
  const reached = new Set<string>()
  const follow = (key: string) => {
    if (reached.has(key)) return
    reached.add(key)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no chunk ${key}`)
    chunk.imports?.forEach(follow)
  }
  keys.forEach(follow)
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const filesOfEveryPage = [...page.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, file]) => file as string)
  const filesOfChunks = [...reached].flatMap((key) => {
    const { file, assets = [], css = [] } = manifest[key] as Chunk
    return [file, ...assets, ...css]
  })
  return [...new Set([...filesOfEveryPage, ...filesOfChunks])].filter((file) => /\.(js|css)$/.test(file))
}
