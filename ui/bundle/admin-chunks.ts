import type { Rolldown } from 'vite'
import { icons, modulesIn } from './module-patterns.ts'

/** The access that Rolldown gives to the imports of modules. */
type Chunking = Rolldown.ChunkingContext

/** Icons that only the admin area uses. One that is missing here costs a request of its own. */
const ADMIN_ICONS = [
  icons(['activity', 'arrow-down', 'ban', 'building-2', 'building-complex', 'calendar-off', 'chart-column']),
  icons(['circle-dashed', 'copy', 'door-closed', 'eraser', 'euro', 'eye', 'eye-off', 'inbox', 'key-round']),
  icons(['keyboard', 'layout-dashboard', 'link-2', 'log-out', 'menu', 'message-square']),
  icons(['message-square-text', 'pen-line', 'plug', 'refresh-cw', 'rss', 'scroll-text', 'search', 'send']),
  icons(['sliders-horizontal', 'trash', 'trash-2', 'user-minus', 'user-plus', 'user-round']),
  icons(['user-round-plus', 'users-round']),
]

/**
 * Modules that the chunk `sign-in` has besides those of the login page: two icons, and the calls of staff.
 */
const SIGN_IN_MODULES = [
  icons(['eye', 'eye-off']),
  modulesIn('/src/shared/', ['unattended']),
  modulesIn('/ui/api/', ['admin', 'fetch-as-user', 'last-input', 'proof', 'session', 'session-storage']),
  modulesIn('/ui/api/', ['sign-in-again']),
]

/** Styles of the admin area, except those of the print page: their page margins must not apply elsewhere. */
const ADMIN_STYLES = /\/ui\/admin\/(?!bookings\/print-).*\.module\.css$/

/**
 * Returns a function that names the chunks `sign-in` and `admin-shared`, which contain nothing that a patient
 * loads. Modules of the login page are in `sign-in`, because that page comes before all others and needs few
 * of them. Modules that several pages of the admin area import are in `admin-shared`, and so are all of its
 * styles, because the styles of one page are too small for a file.
 */
export function nameAdminChunk(): Rolldown.CodeSplittingNameFunction {
  const isOfAdmin = openAdminTest()
  const isForSeveralPages = (id: string, chunking: Chunking) =>
    ADMIN_STYLES.test(id) || entriesTo(id, chunking).length > 1
  const isForSignIn = (id: string, chunking: Chunking) =>
    !isIcon(id) &&
    isOfAdmin(id, chunking) &&
    entriesTo(id, chunking).some((entry) => entry.endsWith('/ui/admin/login-page.tsx'))
  return (id, chunking) => {
    if (SIGN_IN_MODULES.some((modules) => modules.test(id)) || isForSignIn(id, chunking)) return 'sign-in'
    return isOfAdmin(id, chunking) && isForSeveralPages(id, chunking) ? 'admin-shared' : null
  }
}

/**
 * Returns a function that tells whether only the admin area needs a module: it is one of its own, or only
 * such modules import it. Icons have a list, because one module imports all of them.
 */
function openAdminTest() {
  const answers = new Map<string, boolean>()
  const isOfAdmin = (id: string, chunking: Chunking): boolean => {
    const knownAnswer = answers.get(id)
    if (knownAnswer !== undefined) return knownAnswer
    // This preliminary answer ends cycles of imports.
    answers.set(id, true)
    const answer = isIcon(id)
      ? ADMIN_ICONS.some((modules) => modules.test(id))
      : id.includes('/ui/admin/') || isOnlyImportedByAdmin(id, chunking)
    answers.set(id, answer)
    return answer
  }
  const isOnlyImportedByAdmin = (id: string, chunking: Chunking) => {
    const { importers = [], dynamicImporters = [] } = chunking.getModuleInfo(id) ?? {}
    const allImporters = [...importers, ...dynamicImporters]
    return allImporters.length > 0 && allImporters.every((importer) => isOfAdmin(importer, chunking))
  }
  return isOfAdmin
}

function isIcon(id: string): boolean {
  return id.includes('/lucide-react/')
}

/** Returns the modules that are fetched by `import()` and lead to this one through static imports. */
function entriesTo(id: string, chunking: Chunking): string[] {
  const modules = new Set([id])
  // The loop also visits what it adds.
  for (const module of modules)
    for (const importer of chunking.getModuleInfo(module)?.importers ?? []) modules.add(importer)
  const isEntry = (module: string) => (chunking.getModuleInfo(module)?.dynamicImporters ?? []).length > 0
  return [...modules].filter(isEntry)
}
