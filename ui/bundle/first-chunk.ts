import type { Rolldown } from 'vite'

/** Icons of the first step. */
const FIRST_ICON =
  /\/icons\/(chevron-(down|right)|circle-check|hourglass|mail|smartphone|stethoscope|sun-moon)\.|\/dist\/esm\/(?!icons)/

/**
 * Returns a function that names the chunk `first`: `main.tsx` and all its imports except those by `import()`.
 */
export function nameFirstChunk(): Rolldown.CodeSplittingNameFunction {
  const known = new Map<string, boolean>()
  const isFirst = (id: string, chunking: Rolldown.ChunkingContext): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    // This preliminary answer ends cycles of imports. Icons have a list, because one module imports all of
    // them.
    known.set(id, false)
    if (id.includes('/lucide-react/')) return FIRST_ICON.test(id)
    const importers = chunking.getModuleInfo(id)?.importers ?? []
    const found = id.endsWith('/ui/main.tsx') || importers.some((importer) => isFirst(importer, chunking))
    known.set(id, found)
    return found
  }
  return (id, chunking) => (isFirst(id, chunking) ? 'first' : null)
}
