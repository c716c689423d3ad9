import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'
import { PALETTE } from '../src/shared/palette.ts'

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

/** Icons of the first step. */
const FIRST_ICON =
  /\/icons\/(chevron-(down|right)|circle-check|hourglass|mail|smartphone|stethoscope|sun-moon)\.|\/dist\/esm\/(?!icons)/

/** Icons of the admin area alone. One that is missing here is a request of its own. */
const ADMIN_ICON =
  /\/icons\/(activity|arrow-down|ban|building-(2|complex)|calendar-off|chart-column|circle-dashed|copy|door-closed|eraser|euro|eye(-off)?|inbox|key-round|keyboard|layout-dashboard|link-2|log-out|menu|message-square(-text)?|pen-line|plug|refresh-cw|rss|scroll-text|search|send|sliders-horizontal|trash(-2)?|user-(minus|plus|round|round-plus)|users-round)\./

/** The chunk `sign-in` has these beside the modules of the login page: two icons, and the calls of staff. */
const SIGN_IN = /\/icons\/eye(-off)?\.|\/ui\/api\/(admin|proof|session|session-storage)\./

/** Styles of the admin area. Those of the page for printing have its margins, which no other page may get. */
const ADMIN_STYLES = /\/ui\/admin\/(?!bookings\/print-).*\.module\.css$/

/**
 * The chunks that a page runs as soon as it has them. With this mark Chromium compiles all of their functions
 * while they arrive, beside the page, instead of one after the other while the page waits
 * (https://v8.dev/blog/explicit-compile-hints). To other browsers it is a comment.
 */
const RUN_AT_ONCE = new Set(['react', 'first', 'parts', 'times'])
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n'

const PICKER = 'react-day-picker/dist/esm'

/**
 * Parts of packages that their imports bring along, and that no page reaches: time zones, English words,
 * selections of several days, and menus of months of the calendar, and a client's own cookies. Each has the
 * exports by which the others still link. They were 10 kB of what six steps load.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '@date-fns/tz/index.js': 'export class TZDate {}',
  // MonthPicker gives the calendar its own format.
  'date-fns/format.js': 'export const format = undefined',
  'date-fns/eachYearOfInterval.js': 'export const eachYearOfInterval = undefined',
  'date-fns/getISOWeek.js': 'export const getISOWeek = undefined',
  [`${PICKER}/components/Chevron.js`]: 'export const Chevron = undefined',
  [`${PICKER}/components/Dropdown.js`]: 'export const Dropdown = undefined',
  [`${PICKER}/components/Nav.js`]: 'export const Nav = undefined',
  [`${PICKER}/helpers/getMonthOptions.js`]: 'export const getMonthOptions = undefined',
  [`${PICKER}/helpers/getYearOptions.js`]: 'export const getYearOptions = undefined',
  [`${PICKER}/locale/en-US.js`]: 'export const enUS = {}',
  [`${PICKER}/noonDateLib.js`]: 'export const createNoonOverrides = undefined',
  [`${PICKER}/selection/useMulti.js`]: 'export const useMulti = () => {}',
  [`${PICKER}/selection/useRange.js`]: 'export const useRange = () => {}',
  [`${PICKER}/useAnimation.js`]: 'export const useAnimation = () => {}',
  [`${PICKER}/utils/convertMatchersToTimeZone.js`]: 'export const convertMatchersToTimeZone = undefined',
  'hono/dist/utils/cookie.js': 'export const serialize = undefined',
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOut(), react(), palette(), firstPaint(), compileHints(), precompress()],
  css: { modules: { generateScopedName: scopedName } },
  // The modules of ui/api/ have the same prefix, and the development server serves them itself.
  server: { proxy: { '^/api/(?![^?]+\\.tsx?(\\?|$))': 'http://127.0.0.1:8080' } },
  // An empty builder builds both environments: the browser's pages, and the code by which the server renders
  // them.
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store)\//,
                  priority: 4,
                },
                { name: first(), debugName: 'first', priority: 3 },
                // The code that the patients' steps share with one another and with the admin area is in few
                // chunks, because chunks of 200 bytes compress badly.
                {
                  name: 'forms',
                  test: /node_modules\/valibot\/|\/src\/shared\/(contact\/(contact|contact-form|contact-rules|countries|input-at|older-contact|readable-name|svnr)|field-errors|line|number-word)\.|\/ui\/patient\/(use-draft|draft-state|use-takes-sms)\.|\/ui\/booking\/(use-hold-expiry|contact\/(contact-draft|draft-storage|use-contact-form))\./,
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
                // The third step and the move have loaded it when the fourth one offers the next free time.
                { name: 'times', test: /\/ui\/patient\/time\/(?!free-times)/ },
                // Admin pages share many small modules with one another, which were dozens of requests.
                {
                  name: adminShared(),
                  debugName: 'admin-shared',
                  priority: 5,
                  includeDependenciesRecursively: false,
                },
                // An appointment's pages are opened on their own from an e-mail, so all that they share is in
                // one chunk: on a slow line each further request costs half a second.
                {
                  name: 'appointment',
                  test: /\/ui\/appointment\/(?!decide|move|my-bookings)|\/ui\/api\/(appointment|refusals)\.|\/ui\/patient\/(patient-page|use-appointment|appointment-|failure|message-field|waiting-list\/(addresses|use-waiting|wishes-text))|\/icons\/(bell-ring|calendar-(clock|x)|phone)\./,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'ui/first-screen.tsx', output: { entryFileNames: '[name].js' } },
      },
    },
  },
  build: {
    sourcemap: false,
    // A font or image as a data URL would be loaded with every page. As a file it is loaded once a year.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The files of a patients' page are fetched together, because one after the other they take three
      // round trips. Other pages preload their styles only: the names of their scripts would cost more.
      resolveDependencies: (page, scripts, { hostId, hostType }) =>
        hostType === 'html' || (hostId.includes('/first-') && !page.includes('/admin-')) ? scripts : [],
    },
    target: 'baseline-widely-available',
  },
})

/**
 * The colours of src/shared/palette.ts: `virtual:palette.css` has each as a custom property, and index.html
 * gets those of the browser's own bar.
 */
function palette(): Plugin {
  const name = 'virtual:palette.css'
  const properties = Object.entries(PALETTE).map(
    ([colour, { light, dark }]) => `--${colour}:light-dark(${light},${dark})`,
  )
  return {
    name: 'palette',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `:root{${properties.join(';')}}` : undefined),
    transformIndexHtml: () =>
      (['light', 'dark'] as const).map((theme) => ({
        tag: 'meta',
        injectTo: 'head' as const,
        attrs: {
          name: 'theme-color',
          content: PALETTE.background[theme],
          media: `(prefers-color-scheme: ${theme})`,
        },
      })),
  }
}

/**
 * Leaves out the parts of LEFT_OUT. The build fails where a package has moved one of them, so that its weight
 * does not come back unseen.
 */
function leaveOut(): Plugin {
  const left = new Set<string>()
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const part = id.replace(/^.*\/node_modules\//, '')
      if (!(part in LEFT_OUT)) return undefined
      left.add(part)
      return LEFT_OUT[part]
    },
    buildEnd(error) {
      const missing = Object.keys(LEFT_OUT).filter((part) => !left.has(part))
      if (!error && missing.length > 0) this.error(`not in the build any more: ${missing.join(', ')}`)
    },
  }
}

/**
 * Puts into the page what its first paint needs, so that it waits for no other file: before-paint.js, which
 * then fetches the scripts, and the styles of the chunk `first`. The server allows both by their hashes
 * (src/http/ui.ts).
 */
function firstPaint(): Plugin {
  const name = 'before-paint.js'
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        const scripts: string[] = []
        // Without a bundle this is the development server, which adds the styles by its own script.
        const html = !bundle
          ? page
          : page
              .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file) => {
                const styles = bundle[file] as Rolldown.OutputAsset
                delete bundle[file]
                // Chunks that import these styles would otherwise fetch the deleted file.
                for (const chunk of Object.values(bundle))
                  if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
                return `<style>${String(styles.source).trim()}</style>`
              })
              .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g, (_, file) => {
                scripts.push(file)
                return ''
              })
        const source = readFileSync(join(import.meta.dirname, name), 'utf8')
        const { code } = minifySync(name, source.replace('SCRIPTS', JSON.stringify(scripts)))
        return { html, tags: [{ tag: 'script', children: code, injectTo: 'head' as const }] }
      },
    },
  }
}

/** Marks the chunks of RUN_AT_ONCE, after the minifier has removed all comments. */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Vite puts its list of files before the code of a chunk, where the mark must be.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && RUN_AT_ONCE.has(chunk.name)) chunk.code = COMPILE_AT_ONCE + chunk.code
      },
    },
  }
}

/**
 * Returns a function that names the chunk `first`: `main.tsx` and all its imports except those by `import()`.
 */
function first(): Rolldown.CodeSplittingNameFunction {
  const known = new Map<string, boolean>()
  const isFirst = (id: string, chunking: Rolldown.ChunkingContext): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    // The early answer ends circles of imports. Icons have a list, because one module imports all of them.
    known.set(id, false)
    if (id.includes('/lucide-react/')) return FIRST_ICON.test(id)
    const importers = chunking.getModuleInfo(id)?.importers ?? []
    const found = id.endsWith('/ui/main.tsx') || importers.some((importer) => isFirst(importer, chunking))
    known.set(id, found)
    return found
  }
  return (id, chunking) => (isFirst(id, chunking) ? 'first' : null)
}

/**
 * Returns a function that names the chunk `admin-shared`: modules that are imported by the admin area alone
 * and by several of its pages, and all of its styles, because those of one page are too small for a file.
 * Nothing that a patient loads is among them. Those of the login page are the chunk `sign-in`, because that
 * page comes before all others and needs few of them.
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

/** Returns the modules that are fetched by `import()` and reach this one by other imports. */
function entriesTo(id: string, chunking: Rolldown.ChunkingContext): string[] {
  const reached = new Set([id])
  // A set can grow while it is walked through.
  for (const each of reached) for (const by of chunking.getModuleInfo(each)?.importers ?? []) reached.add(by)
  return [...reached].filter((each) => (chunking.getModuleInfo(each)?.dynamicImporters ?? []).length > 0)
}

/**
 * Writes a .br and a .gz beside every text file of the build, so that the server never compresses while it
 * answers.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir: outDir = '' }) {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files.filter((file) => /\.(html|js|css|svg|txt)$/.test(file)).map((file) => pack(join(outDir, file))),
      )
    },
  }
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    promisify(brotliCompress)(text, { params: quality }).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }).then((packed) =>
      writeFile(`${file}.gz`, packed),
    ),
  ])
}

/** Names a class after its file. The number of the line in Vite's own names compresses badly. */
function scopedName(name: string, file: string): string {
  const place = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
  return `${name}_${place.slice(0, 5)}`
}
