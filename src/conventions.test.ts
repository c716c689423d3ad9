import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * This test checks the conventions of docs/architecture.md that the linter cannot check. The linter finds
 * circles of files (`noImportCycles` in biome.json).
 */

/** The folder of the project. */
const ROOT = join(import.meta.dirname, '..')

/**
 * The layers, from the lowest on. An import points to an earlier line of this list, or stays in its room:
 * each text is a room, and names its paths with spaces between. Two rooms of one line do not import each
 * other.
 */
const LAYERS: ReadonlyArray<readonly string[]> = [
  ['src/shared'],
  [
    'src/config.ts src/ctx.ts src/db src/environment-schema.ts src/log.ts src/networks.ts src/password-refusal.ts src/program.ts src/time src/version.ts',
  ],
  ['src/access'],
  ['src/practice'],
  ['src/schedule'],
  ['src/messaging'],
  ['src/erp', 'src/staff'],
  ['src/calendars'],
  ['src/booking'],
  ['src/backoffice'],
  ['src/privacy', 'src/operation'],
  ['src/http', 'src/jobs'],
  ['src/app.ts src/demo.ts'],
  ['src/cli'],
  ['src/main.ts'],
  ['src/testing'],
  ['ui/components'],
  ['ui/api'],
  ['ui/page'],
  ['ui/patient'],
  ['ui/patient/time', 'ui/patient/waiting-list', 'ui/patient/verification'],
  ['ui/maintenance', 'ui/information'],
  ['ui/booking/wizard'],
  ['ui/booking/contact', 'ui/booking/questions'],
  ['ui/booking/review'],
  ['ui/booking'],
  ['ui/waiting-list', 'ui/appointment'],
  ['ui/appointment/overview', 'ui/appointment/my-bookings', 'ui/appointment/decide'],
  ['ui/appointment/move', 'ui/appointment/cancel'],
  ['ui/admin/components'],
  ['ui/admin/forms'],
  ['ui/admin/account', 'ui/admin/settings', 'ui/admin/outbox'],
  ['ui/admin/resources'],
  ['ui/admin/services'],
  ['ui/admin/absences', 'ui/admin/appointment'],
  ['ui/admin/waiting-list', 'ui/admin/calendar', 'ui/admin/first-steps'],
  ['ui/admin/installation'],
  ['ui/admin/bookings', 'ui/admin/dashboard', 'ui/admin/audit', 'ui/admin/statistics', 'ui/admin/help'],
  ['ui/admin/finder'],
  ['ui/admin/staff', 'ui/admin/feeds', 'ui/admin/privacy', 'ui/admin/texts'],
  ['ui/admin/patients'],
  ['ui/admin'],
  ['ui/app.tsx ui/first-screen.tsx ui/main.tsx'],
]

/**
 * Modules are synchronous, except for the files that talk to the world outside and the workers that use them.
 */
const ASYNC = [
  'src/access/altcha.ts',
  'src/access/bot-check.ts',
  'src/access/guarded-call.ts',
  'src/access/turnstile.ts',
  'src/access/passwords.ts',
  'src/access/pinned-request.ts',
  'src/access/webauthn.ts',
  'src/operation/demo-end.ts',
  'src/privacy/old-copies.ts',
  'src/privacy/retention.ts',
  'src/calendars/calendar-call.ts',
  'src/calendars/reading-thread.ts',
  'src/calendars/reading.ts',
  'src/erp/activities.ts',
  'src/erp/odoo-client.ts',
  'src/erp/odoo-records.ts',
  'src/erp/odoo-users.ts',
  'src/erp/odoo.ts',
  'src/erp/our-events.ts',
  'src/erp/partners.ts',
  'src/erp/pull-schedule.ts',
  'src/erp/pull.ts',
  'src/erp/push-transport.ts',
  'src/erp/push.ts',
  'src/messaging/connection-tests.ts',
  'src/messaging/email/former-server.ts',
  'src/messaging/email/smtp-connection.ts',
  'src/messaging/email/smtp.ts',
  'src/messaging/email/transport.ts',
  'src/messaging/outbox/deliver.ts',
  'src/messaging/outbox/transport.ts',
  'src/messaging/sms/balances.ts',
  'src/messaging/sms/clicksend-receipts.ts',
  'src/messaging/sms/clicksend.ts',
  'src/messaging/sms/delivery-reports.ts',
  'src/messaging/sms/provider-call.ts',
  'src/messaging/sms/provider.ts',
  'src/messaging/sms/sevenio.ts',
  'src/messaging/sms/sevenio-reports.ts',
  'src/messaging/sms/transport.ts',
]

// The code that only certain places may have.
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\b/
const ENVIRONMENT = /\bprocess\.env\b|from 'node:process'/
/** Types, constants and functions. The pages of patients and staff have components of one name. */
const EXPORTED = /^export (?:type|interface|const|(?:async )?function(?! [A-Z])) (\w+)/gm
const BROWSER = /\b(fetch|document|window|navigator|localStorage|process|setTimeout|setInterval)\b[.([]/

describe('the layers', () => {
  it('name the place of each file, and no place without files', () => {
    const files = sourceFiles('{src,ui}')
    expect(files.filter((file) => placeOf(file) === undefined)).toEqual([])
    const paths = LAYERS.flat().flatMap((room) => room.split(' '))
    expect(paths.filter((path) => !files.some((file) => isIn(file, path)))).toEqual([])
  })

  it('import only what lies below', () => {
    const wrong = sourceFiles('{src,ui}').flatMap((file) =>
      importsOf(file)
        .filter((target) => !mayImport(file, target))
        .map((target) => `${file} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('have no circle of folders in ui/', () => {
    expect(foldersInCircles(folderImports('ui'))).toEqual([])
  })

  it.each([
    [{ a: ['b'], b: ['c'], c: [] }, []],
    [{ a: ['b'], b: ['a'], c: ['a'] }, ['a', 'b']],
    [{ a: ['b'], b: ['c'], c: ['a'], d: [] }, ['a', 'b', 'c']],
  ])('find the circles in %j', (imports, circles) => {
    expect(foldersInCircles(new Map(Object.entries(imports)))).toEqual(circles)
  })

  it.each([
    ['src/booking/holds.ts', 'src/schedule/grid.ts', true],
    ['src/schedule/grid.ts', 'src/booking/holds.ts', false],
    ['src/http/app.ts', 'src/jobs/schedule.ts', false],
    ['src/jobs/schedule.ts', 'src/http/app.ts', false],
    ['src/db/open.ts', 'src/ctx.ts', true],
    ['src/access/links.ts', 'src/testing/factory.ts', false],
    ['ui/waiting-list/offer-page.tsx', 'ui/admin/components/page-access.ts', false],
    ['ui/admin/forms/edit-page.tsx', 'ui/components/field.tsx', true],
    ['ui/admin/appointment/undo-bar.tsx', 'ui/patient/use-appointment.ts', true],
    ['ui/admin/components/page.tsx', 'ui/admin/forms/edit-page.tsx', false],
    ['ui/components/loaded.tsx', 'ui/api/http.ts', false],
    ['ui/booking/wizard/wizard.ts', 'ui/booking/contact/contact-draft.ts', false],
    ['ui/booking/unnamed/page.tsx', 'ui/components/field.tsx', false],
    ['ui/components/field.tsx', 'ui/booking/wizard/wizard.ts', false],
    ['ui/app.tsx', 'ui/unnamed/page.tsx', false],
  ])('judge an import of %s from %s', (file, target, allowed) => {
    expect(mayImport(file, target)).toBe(allowed)
  })
})

/** The line and the room of a file in LAYERS; undefined where no line names it. */
function placeOf(file: string): Readonly<{ line: number; room: string }> | undefined {
  for (const [line, rooms] of LAYERS.entries()) {
    const room = rooms.find((paths) => paths.split(' ').some((path) => isIn(file, path)))
    if (room !== undefined) return { line, room }
  }
  return undefined
}

/**
 * A path of src/ includes the folders in it; one of ui/ does not, because there each folder has a place of
 * its own.
 */
function isIn(file: string, path: string): boolean {
  if (path.startsWith('ui/')) return file === path || dirname(file) === path
  return file === path || file.startsWith(`${path}/`)
}

/** Returns whether the target is in the same room or in an earlier line; false without a place of its own. */
function mayImport(file: string, target: string): boolean {
  const from = placeOf(file)
  const to = placeOf(target)
  if (from === undefined || to === undefined) return false
  return from.room === to.room || to.line < from.line
}

/** Returns the imports of each folder from other folders below `root`, without those of its subfolders. */
function folderImports(root: string): Map<string, string[]> {
  const folders = Map.groupBy(sourceFiles(root), (file) => dirname(file))
  return new Map(
    [...folders].map(([folder, files]) => [
      folder,
      files
        .flatMap(importsOf)
        .map(dirname)
        .filter((target) => target !== folder && folders.has(target)),
    ]),
  )
}

/**
 * Removes, again and again, the folders that import none of the others or that none of the others imports.
 */
function foldersInCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = [...imports].filter(
    ([folder, targets]) =>
      targets.some((target) => imports.has(target)) &&
      [...imports.values()].some((others) => others.includes(folder)),
  )
  return left.length === imports.size ? [...imports.keys()] : foldersInCircles(new Map(left))
}

/** The program's own files that a file imports or re-exports, types included. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(join(ROOT, file), 'utf8').matchAll(
    /(?:^|[\s;}])(?:from|import) '(\.[^']*)'|import\('(\.[^']*)'\)/gm,
  )
  return [...specifiers]
    .map(([, named, lazy]) => relative(ROOT, join(ROOT, dirname(file), named ?? lazy ?? '')))
    .filter((target) => /\.tsx?$/.test(target))
}

describe('the source', () => {
  it('reads the clock in ctx.ts only', () => {
    expect(filesWith(CLOCK, 'src')).toEqual(['src/ctx.ts'])
  })

  it('reads the environment in config.ts only', () => {
    expect(filesWith(ENVIRONMENT, 'src')).toEqual(['src/config.ts'])
  })

  it('is synchronous in the modules, except where it talks to the world outside', () => {
    const modules =
      'src/{access,practice,schedule,messaging,erp,staff,calendars,booking,backoffice,privacy,operation}'
    expect(filesWith(/\b(async|await|Promise)\b/, modules)).toEqual(ASYNC.toSorted())
  })

  it('uses nothing of the process or the browser in shared/, and of all packages valibot only', () => {
    expect(filesWith(BROWSER, 'src/shared')).toEqual([])
    expect(filesWith(/\bfrom '(?!\.|valibot')|\bimport\('/, 'src/shared')).toEqual([])
  })

  it('exports no name twice in a layer, nor in ui/, except components', () => {
    const names = sourceFiles('{src,ui}').flatMap((file) => {
      const layer = file.startsWith('ui/') ? 'ui' : placeOf(file)?.line
      const exported = readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORTED)
      return [...exported].map(([, name]) => `${name} of layer ${layer}`)
    })
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('has comments of at most 110 columns that begin like a sentence', () => {
    const files = globSync('{src,ui,scripts}/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/dist/**'] })
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap(commentFaults)).toEqual([])
  })

  it.each([
    ['/** Of a full bar, in pixels. */', 1],
    ['/**\n * What came of it.\n */', 1],
    ['  // Nor a key that is held down.', 1],
    [`// ${'long '.repeat(25)}`, 1],
    ['// Offers that ended.\n// So many lines are one comment.', 0],
    ["const text = 'What is this? // So what?'", 0],
  ])('finds the faults of the comment in %j', (text, faults) => {
    expect(faultsIn(text)).toHaveLength(faults)
  })

  it('gives the browser only shared/ and the types of everything else', () => {
    expect(
      filesWith(/^(import|export) (?!type ).*from '[./]+\/src\/(?!shared\/)|import\('[./]+\/src\//m, 'ui'),
    ).toEqual([])
  })
})

describe('the migrations', () => {
  it('keep the newest snapshot of the schema only, which is all that the next one is generated from', () => {
    const files = readdirSync(join(ROOT, 'src/db/migrations'))
    const newest = files
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .at(-1)
    expect(readdirSync(join(ROOT, 'src/db/migrations/meta')).toSorted()).toEqual([
      `${newest?.slice(0, 4)}_snapshot.json`,
      '_journal.json',
    ])
  })
})

describe('what the documentation names', () => {
  it.each(['README.md', 'docs/architecture.md'])('exists: %s', (page) => {
    // The rest of the README names what builds and pictures leave.
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/^.*(?=## To change something)/s, '')
    const paths = [...text.matchAll(/`((?:docs|scripts|src|ui)\/[^\s`<]+|[\w./-]+\.tsx?)`/g)].map(
      ([, path]) => path,
    )
    expect(paths.length).toBeGreaterThan(5)
    const isThere = (path = '') =>
      existsSync(join(ROOT, path)) || globSync(`{src,ui}/**/${path}`, { cwd: ROOT }).length > 0
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  it('exists: the folders in the tree of docs/architecture.md', () => {
    const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    let top = ''
    const folders = [...text.matchAll(/^( {2})?([\w./-]+\/)(?: {2}|$)/gm)].map(([, inner, folder = '']) => {
      if (inner === undefined) top = folder
      return inner === undefined ? folder : join(top, folder)
    })
    expect(folders.length).toBeGreaterThan(25)
    // A portal makes its folder when it starts.
    expect(folders.filter((folder) => folder !== 'data/' && !existsSync(join(ROOT, folder)))).toEqual([])
  })

  it('exists: each rule that a comment points to, under a number of its own', () => {
    const text = readFileSync(join(ROOT, 'docs/behaviour.md'), 'utf8')
    const rules = [...text.matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, rule = '']) => rule)
    expect(rules.length).toBeGreaterThan(300)
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([])
    const files = globSync('{src,ui,scripts}/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/dist/**'] })
    const pointers = files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/behaviour\.md (\d+\.\d+)/g)].map(
        ([, rule = '']) => rule,
      ),
    )
    expect(pointers.length).toBeGreaterThan(100)
    expect(pointers.filter((rule) => !rules.includes(rule))).toEqual([])
  })
})

/** Openings that need the line above to be understood, or leave a riddle instead of a sentence. */
const FRAGMENT = /^(What|Whoever|As|Of|So|Nor)\b/

function commentFaults(file: string): string[] {
  return faultsIn(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`)
}

/** Returns the lines of comments that are too long, and those that begin a comment with a fragment. */
function faultsIn(text: string): string[] {
  let isInside = false
  return text.split('\n').filter((line) => {
    const [, mark, words] = /^\s*(\/\*\*?|\*\/?|\/\/)\s*(.*)$/.exec(line) ?? []
    const begins = !isInside && FRAGMENT.test(words ?? '')
    // The words of a block stand in its second line where the first has only the mark.
    isInside = mark !== undefined && words !== ''
    return mark !== undefined && (line.length > 110 || begins)
  })
}

/** The files of the program below `folder` whose code, without comments and texts, matches. */
function filesWith(pattern: RegExp, folder: string): string[] {
  return sourceFiles(folder, ['src/testing/**'])
    .filter((file) => pattern.test(codeOf(join(ROOT, file))))
    .sort()
}

/** The files below `folder`, without tests, configurations and what is built. */
function sourceFiles(folder: string, without: readonly string[] = []): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.config.ts', '**/dist/**', 'ui/e2e/**', ...without],
  })
  expect(files.length).toBeGreaterThan(0)
  return files
}

/** Import specifiers stay, comments and all other texts go. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replace(
    /(?<!from |import\()'(?:\\.|[^'\\\n])*'|(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm,
    (part) => (part.startsWith('/') ? ' ' : "''"),
  )
}
