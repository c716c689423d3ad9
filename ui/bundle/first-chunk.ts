import type { Rolldown } from 'vite'
import { icons } from './module-patterns.ts'

/** Icons of the first step, and the modules that all icons need. */
const FIRST_ICONS = [
  icons(['chevron-down', 'chevron-right', 'circle-check', 'hourglass', 'mail', 'smartphone', 'stethoscope']),
  icons(['sun-moon']),
  /\/dist\/esm\/(?!icons)/,
]

/**
 * Returns a function that names the chunk `first`: `main.tsx` and all its imports except those by `import()`.
 */
export function nameFirstChunk(): Rolldown.CodeSplittingNameFunction {
  const answers = new Map<string, boolean>()
  const isFirst = (id: string, chunking: Rolldown.ChunkingContext): boolean => {
    const knownAnswer = answers.get(id)
    if (knownAnswer !== undefined) return knownAnswer
    // This preliminary answer ends cycles of imports.
    answers.set(id, false)
    // Icons have a list, because one module imports all of them.
    if (id.includes('/lucide-react/')) return FIRST_ICONS.some((modules) => modules.test(id))
    const importers = chunking.getModuleInfo(id)?.importers ?? []
    const answer = id.endsWith('/ui/main.tsx') || importers.some((importer) => isFirst(importer, chunking))
    answers.set(id, answer)
    return answer
  }
  return (id, chunking) => (isFirst(id, chunking) ? 'first' : null)
}
