import type { Rolldown } from 'vite'

/** Icons that only the admin area uses. One that is missing here costs a request of its own. */
const ADMIN_ICON =
  /\/icons\/(activity|arrow-down|ban|building-(2|complex)|calendar-off|chart-column|circle-dashed|copy|door-closed|eraser|euro|eye(-off)?|inbox|key-round|keyboard|layout-dashboard|link-2|log-out|menu|message-square(-text)?|pen-line|plug|refresh-cw|rss|scroll-text|search|send|sliders-horizontal|trash(-2)?|user-(minus|plus|round|round-plus)|users-round)\./

/**
 * Modules that the chunk `sign-in` has besides those of the login page: two icons, and the calls of staff.
 */
const SIGN_IN =
  /\/icons\/eye(-off)?\.|\/src\/shared\/unattended\.|\/ui\/api\/(admin|fetch-as-user|last-input|proof|session|session-storage|sign-in-again)\./

/** Styles of the admin area, except those of the print page: their page margins must not apply elsewhere. */
const ADMIN_STYLES = /\/ui\/admin\/(?!bookings\/print-).*\.module\.css$/

/**
 * Returns a function that names the chunks `sign-in` and `admin-shared`, which contain nothing that a patient
 * loads. Modules of the login page are in `sign-in`, because that page comes before all others and needs few
 * of them. Modules that several pages of the admin area import are in `admin-shared`, and so are all of its
 * styles, because the styles of one page are too small for a file.
 */
export function nameAdminChunk(): Rolldown.CodeSplittingNameFunction {
  const known = new Map<string, boolean>()
  const isAdmins = (id: string, chunking: Rolldown.ChunkingContext): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    // This preliminary answer ends cycles of imports.
    known.set(id, true)
    const { importers = [], dynamicImporters = [] } = chunking.getModuleInfo(id) ?? {}
    const all = [...importers, ...dynamicImporters]
    const found = id.includes('/lucide-react/')
      ? ADMIN_ICON.test(id)
      : id.includes('/ui/admin/') || (all.length > 0 && all.every((importer) => isAdmins(importer, chunking)))
    known.set(id, found)
    return found
  }
  const isShared = (id: string, chunking: Rolldown.ChunkingContext) =>
    ADMIN_STYLES.test(id) || entriesTo(id, chunking).length > 1
  const isForSignIn = (id: string, chunking: Rolldown.ChunkingContext) =>
    !id.includes('/lucide-react/') &&
    isAdmins(id, chunking) &&
    entriesTo(id, chunking).some((entry) => entry.endsWith('/ui/admin/login-page.tsx'))
  return (id, chunking) => {
    if (SIGN_IN.test(id) || isForSignIn(id, chunking)) return 'sign-in'
    return isAdmins(id, chunking) && isShared(id, chunking) ? 'admin-shared' : null
  }
}

/** Returns the modules that are fetched by `import()` and lead to this one through static imports. */
function entriesTo(id: string, chunking: Rolldown.ChunkingContext): string[] {
  const modules = new Set([id])
  // Iterating over a set includes the elements that are added meanwhile.
  for (const module of modules)
    for (const importer of chunking.getModuleInfo(module)?.importers ?? []) modules.add(importer)
  const isEntry = (module: string) => (chunking.getModuleInfo(module)?.dynamicImporters ?? []).length > 0
  return [...modules].filter(isEntry)
}
