import type { Rolldown } from 'vite'

/**
 * This module assigns each module of the pages to a chunk, which becomes a file of the build. The chunks
 * decide how much a page loads (scripts/weight.test.ts has the limits).
 */

/**
 * Modules that most pages need. All are in one chunk, because on a slow line each further request costs half
 * a second.
 */
const SHARED = [
  /\/ui\/(components|page)\/|\/ui\/patient\/(addresses|selection-summary)\.|\/src\/shared\/(booking|cut-off|day|format|free-times|messages\.de|service\/(duration|service))\.|\/icons\/(arrow-(right|up)|calendar-(check|days|plus)|chevron-left|clock|download|plus|printer|shield-check)\./,
  /@tanstack\/|\/query-client\.|\/patient\/(page-data|services|time\/free-times)\.|\/api\/(query-key|use-code)\.|\/booking\/(use-services|questions\/(answer-draft|questions))\./,
  // "Meine Termine" verifies an address without the contact form and its rules.
  /altcha-lib|\/api\/(bot-check|checked-call)\.|\/patient\/(browser-storage|verification\/(enter-code|use-verification-email|verification\.module))\./,
]

/** The chunks with their modules. A module that fits several goes to the chunk with the highest priority. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store)\//,
    priority: 4,
  },
  { name: first(), debugName: 'first', priority: 3 },
  // The patients' steps share this code with one another and with the admin area. It is in few chunks,
  // because chunks of 200 bytes compress badly.
  {
    name: 'forms',
    test: /node_modules\/valibot\/|\/src\/shared\/(contact\/(contact|contact-form|contact-rules|countries|input-at|older-contact|phone-shown|readable-name|svnr)|field-errors|line|number-word)\.|\/ui\/patient\/(use-draft|draft-state|use-takes-sms)\.|\/ui\/booking\/(use-hold-expiry|contact\/(contact-draft|draft-storage|use-contact-form))\./,
    priority: 1,
  },
  // The waiting list verifies e-mails too, so it shares this chunk.
  {
    name: 'contact',
    test: /\/patient\/verification\/|\/booking\/(contact\/(?!verify-)|(step-contact|new-time)\.)/,
  },
  {
    name: 'parts',
    test: (id) => SHARED.some((modules) => modules.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  // The third step and the page of a move load it, so it is there when the fourth step offers the next free
  // time.
  { name: 'times', test: /\/ui\/patient\/time\/(?!free-times)/ },
  // Admin pages share many small modules, which would be dozens of requests.
  {
    name: adminShared(),
    debugName: 'admin-shared',
    priority: 5,
    includeDependenciesRecursively: false,
  },
  // An appointment's pages are opened on their own from an e-mail, so all that they share is in one chunk: on
  // a slow line each further request costs half a second.
  {
    name: 'appointment',
    test: /\/ui\/appointment\/(?!decide|move|my-bookings)|\/ui\/api\/(appointment|refusals)\.|\/ui\/patient\/(patient-page|use-appointment|appointment-|failure|message-field|waiting-list\/(addresses|use-waiting|wishes-text))|\/icons\/(bell-ring|calendar-(clock|x)|phone)\./,
  },
]

/** Icons of the first step. */
const FIRST_ICON =
  /\/icons\/(chevron-(down|right)|circle-check|hourglass|mail|smartphone|stethoscope|sun-moon)\.|\/dist\/esm\/(?!icons)/

/**
 * Returns a function that names the chunk `first`: `main.tsx` and all its imports except those by `import()`.
 */
function first(): Rolldown.CodeSplittingNameFunction {
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

/** Icons that only the admin area uses. One that is missing here costs a request of its own. */
const ADMIN_ICON =
  /\/icons\/(activity|arrow-down|ban|building-(2|complex)|calendar-off|chart-column|circle-dashed|copy|door-closed|eraser|euro|eye(-off)?|inbox|key-round|keyboard|layout-dashboard|link-2|log-out|menu|message-square(-text)?|pen-line|plug|refresh-cw|rss|scroll-text|search|send|sliders-horizontal|trash(-2)?|user-(minus|plus|round|round-plus)|users-round)\./

/**
 * Modules that the chunk `sign-in` has besides those of the login page: two icons, and the calls of staff.
 */
const SIGN_IN =
  /\/icons\/eye(-off)?\.|\/ui\/api\/(admin|fetch-as-user|proof|session|session-storage|sign-in-again)\./

/** Styles of the admin area, except those of the print page: their page margins must not apply elsewhere. */
const ADMIN_STYLES = /\/ui\/admin\/(?!bookings\/print-).*\.module\.css$/

/**
 * Returns a function that names the chunk `admin-shared`: modules that only the admin area imports, and there
 * several pages, and all of its styles, because the styles of one page are too small for a file. It contains
 * nothing that a patient loads. Modules of the login page are the chunk `sign-in`, because that page comes
 * before all others and needs few of them.
 */
function adminShared(): Rolldown.CodeSplittingNameFunction {
  const known = new Map<string, boolean>()
  const isAdmins = (id: string, chunking: Rolldown.ChunkingContext): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
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
