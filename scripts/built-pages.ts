import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './programs.ts'

/** The folder of the built pages. */
export const DIST = join(PROJECT_ROOT, 'ui/dist')

/**
 * A script of the build. `imports` are the keys of other chunks, `assets` and `css` further files that it
 * needs.
 */
type Chunk = Readonly<{ file: string; imports?: string[]; assets?: string[]; css?: string[] }>
/** Vite's list of the chunks. The key of a chunk is the source file that it begins with. */
type Manifest = Readonly<Record<string, Chunk>>

/** The chunks of the present build. */
export const manifest: Manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))

/** Returns the scripts that the browser loads for these chunks, with those of every page. */
export function scriptsOf(keys: readonly string[]): string[] {
  return filesOf(keys).filter((file) => file.endsWith('.js'))
}

/** Returns the scripts and styles that the browser loads for these chunks, with those of every page. */
export function filesOf(keys: readonly string[]): string[] {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const filesOfEveryPage = [...page.matchAll(/\/(assets\/[\w.-]+)/g)].map(([, file]) => file as string)
  const filesOfChunks = chunksWith(keys).flatMap(({ file, assets = [], css = [] }) => [
    file,
    ...assets,
    ...css,
  ])
  return [...new Set([...filesOfEveryPage, ...filesOfChunks])].filter((file) => /\.(js|css)$/.test(file))
}

/**
 * Returns these chunks, and all that they import, directly or indirectly.
 * @throws Error for an unknown key
 */
function chunksWith(keys: readonly string[]): Chunk[] {
  const neededKeys = new Set(keys)
  // The loop also visits what it adds.
  for (const key of neededKeys) for (const imported of chunkOf(key).imports ?? []) neededKeys.add(imported)
  return [...neededKeys].map(chunkOf)
}

function chunkOf(key: string): Chunk {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`the build has no chunk ${key}`)
  return chunk
}
