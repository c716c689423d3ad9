import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The floors of the house: an import points down, or left within the rooms; never up, never in a circle. The
 * clock, the environment and waiting each have their place.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['src/rules/'],
  ['src/config.ts', 'src/log.ts', 'src/ctx.ts', 'src/db/'],
  ['src/access/'],
  ['src/practice/'],
  ['src/catalog/'],
  ['src/messaging/'],
  ['src/erp/'],
  ['src/booking/'],
  ['src/http/', 'src/jobs/'],
  ['src/appliance.ts'],
  ['src/cli/'],
  ['src/main.ts'],
]
/** Files of these places know one another; the doors on one floor do not. */
const CELLAR = 1
const ROOMS = FLOORS.slice(2, 8).flat()

/** Where the process ends: ports, the workers that use them, and the doorstep. Everything else in a room is one synchronous verb. */
const MAY_WAIT = [
  'src/access/bot-check.ts',
  'src/messaging/mail.ts',
  'src/messaging/deliver.ts',
  'src/messaging/deliver-sms.ts',
  'src/messaging/sms-provider.ts',
  'src/messaging/provider-call.ts',
  'src/messaging/clicksend.ts',
  'src/messaging/sevenio.ts',
  'src/messaging/delivery-reports.ts',
  'src/messaging/balances.ts',
  'src/booking/holiday-calendar.ts',
  'src/messaging/trials.ts',
  'src/erp/guarded-call.ts',
  'src/erp/odoo.ts',
]

/** Paths from the root of the project, and what stands in the files. */
type Tree = ReadonlyMap<string, string>
type Import = Readonly<{ to: string; typeOnly: boolean; dynamic: boolean }>

const ROOT = join(import.meta.dirname, '..')
const TESTS = /\.test\.tsx?$|^src\/testing\/|^ui\/e2e\/|\.config\.ts$/

describe('the house', () => {
  const project = readProject()

  it('is read whole', () => {
    expect([...project.keys()]).toEqual(
      expect.arrayContaining(['src/main.ts', 'src/rules/day.ts', 'ui/main.tsx']),
    )
  })

  it('waits only in files that are there', () => {
    expect(MAY_WAIT.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  describe.each<{ rule: string; faultsOf: (tree: Tree) => string[]; refused: Record<string, string>[] }>([
    {
      rule: 'has a floor for every file of the server',
      faultsOf: homeless,
      refused: [{ 'src/payments/pay.ts': '' }, { 'src/extra.ts': '' }],
    },
    {
      rule: 'imports downwards, or to the left within the rooms',
      faultsOf: upward,
      refused: [
        { 'src/rules/a.ts': `import { b } from '../config.ts'` },
        { 'src/db/a.ts': `import { b } from '../access/b.ts'` },
        { 'src/access/a.ts': `import { b } from '../practice/b.ts'` },
        { 'src/practice/a.ts': `import { b } from '../catalog/b.ts'` },
        { 'src/catalog/a.ts': `import { b } from '../messaging/b.ts'` },
        { 'src/messaging/a.ts': `import { b } from '../erp/b.ts'` },
        { 'src/erp/a.ts': `import { b } from '../booking/b.ts'` },
        { 'src/booking/a.ts': `import type { B } from '../http/b.ts'` },
        { 'src/booking/a.ts': `export { b } from '../jobs/b.ts'` },
        { 'src/booking/a.ts': `import '../jobs/b.ts'` },
        { 'src/http/a.ts': `import { b } from '../jobs/b.ts'` },
        { 'src/jobs/a.ts': `import { b } from '../http/b.ts'` },
        { 'src/http/a.ts': `const b = await import('../appliance.ts')` },
        { 'src/http/admin/a.ts': `import {\n  b,\n} from '../../cli/b.ts'` },
        { 'src/appliance.ts': `import { b } from './cli/b.ts'` },
        { 'src/cli/a.ts': `import { b } from '../main.ts'` },
        { 'src/booking/a.ts': `import { b } from '../testing/b.ts'` },
        { 'src/http/a.ts': `import { b } from '../../ui/b.ts'` },
        { 'src/http/a.ts': `import { b } from '../../scripts/b.ts'` },
      ],
    },
    {
      rule: 'has no circles',
      faultsOf: circular,
      refused: [
        {
          'src/booking/a.ts': `import { b } from './b.ts'`,
          'src/booking/b.ts': `import { c } from './c.ts'`,
          'src/booking/c.ts': `export { a } from './a.ts'`,
        },
        { 'ui/parts/a.tsx': `import { b } from '../b.ts'`, 'ui/b.ts': `import './parts/a.tsx'` },
      ],
    },
    {
      rule: 'keeps the rules for the server and the browser alike',
      faultsOf: impure,
      refused: [
        `import { readFileSync } from 'node:fs'`,
        `import { z } from 'zod'`,
        `const now = Date.now()`,
        `const now = new Date()`,
        `const now = Temporal.Now.instant()`,
        `const zone = process.env.TZ`,
        `const answer = fetch('/api/status')`,
        `const width = window.innerWidth`,
        `document.title = ''`,
        `localStorage.clear()`,
      ].map((text) => ({ 'src/rules/a.ts': text })),
    },
    {
      rule: 'reads the clock in ctx.ts alone',
      faultsOf: clockReaders,
      refused: [
        { 'src/booking/a.ts': 'const now = Date.now()' },
        { 'src/http/a.ts': 'const now = new Date( )' },
        { 'src/jobs/a.ts': 'const now = Temporal.Now.instant()' },
        { 'src/cli/a.ts': 'const now = performance.now()' },
      ],
    },
    {
      rule: 'reads the environment in config.ts alone',
      faultsOf: environmentReaders,
      refused: [
        { 'src/http/a.ts': 'const on = process.env.DEBUG' },
        { 'src/cli/a.ts': `import { env } from 'node:process'` },
      ],
    },
    {
      rule: 'waits for nothing within a room, but at its ports',
      faultsOf: waiting,
      refused: [
        { 'src/booking/a.ts': 'export async function placeHold() {}' },
        { 'src/booking/a.ts': 'const answer = await ask()' },
        { 'src/catalog/a.ts': 'export function save(): Promise<void> {}' },
      ],
    },
    {
      rule: 'gives the browser the rules, and of everything else the types',
      faultsOf: serverInBrowser,
      refused: [
        { 'ui/a.ts': `import { b } from '../src/booking/grid.ts'` },
        { 'ui/parts/a.tsx': `import { type B, b } from '../../src/http/app.ts'` },
        { 'ui/a.ts': `const b = await import('../src/config.ts')` },
        { 'ui/a.ts': `import { b } from './e2e/portal.ts'` },
      ],
    },
    {
      rule: 'names what it exports, and its files after what they are for',
      faultsOf: nameless,
      refused: [
        { 'src/booking/a.ts': 'export default 1' },
        { 'src/booking/a.ts': 'const a = 1\nexport { a as default }' },
        { 'src/booking/index.ts': '' },
        { 'src/booking/utils.ts': '' },
        { 'src/http/types.ts': '' },
        { 'ui/parts/helpers.tsx': '' },
        { 'ui/common/button.tsx': '' },
        { 'src/booking/HoldService.ts': '' },
      ],
    },
  ])('$rule', ({ faultsOf, refused }) => {
    it('throughout', () => expect(faultsOf(project)).toEqual([]))

    it.each(refused.map((tree) => [JSON.stringify(tree), tree] as const))(
      'or it would be noticed: %s',
      (_, tree) => {
        expect(faultsOf(new Map(Object.entries(tree)))).not.toEqual([])
      },
    )
  })

  it('allows what the floors allow', () => {
    const sound = new Map(
      Object.entries({
        'src/rules/a.ts': `import * as v from 'valibot'\nimport { b } from './b.ts'\n// asks process.env of nobody\nconst at = new Date(0)`,
        'src/rules/b.ts': `export const b = 'Date.now() ist nur ein Text'`,
        'src/config.ts': `const port = process.env.PORT`,
        'src/ctx.ts': `import type { Config } from './config.ts'\nconst now = Date.now()`,
        'src/booking/a.ts': `import type { C } from './c.ts'\nimport { seal } from '../access/crypto.ts'`,
        'src/booking/c.ts': `import { a } from './a.ts'`,
        'src/booking/a.test.ts': `import { openHouse } from '../testing/house.ts'\nawait openHouse()`,
        'src/http/admin/a.ts': `import { a } from '../../booking/a.ts'\nasync () => {}`,
        'ui/api.ts': `import type { PublicApi } from '../src/http/app.ts'\nimport { day } from '../src/rules/day.ts'`,
        'ui/parts/field.test.ts': '',
        'ui/vite.config.ts': 'export default {}',
      }),
    )
    const checks = [
      homeless,
      upward,
      circular,
      impure,
      clockReaders,
      environmentReaders,
      waiting,
      serverInBrowser,
      nameless,
    ]
    expect(checks.flatMap((faultsOf) => faultsOf(sound))).toEqual([])
  })
})

function homeless(tree: Tree): string[] {
  return program(tree, 'src/').filter((path) => floorOf(path) < 0)
}

function upward(tree: Tree): string[] {
  return program(tree, 'src/').flatMap((path) =>
    importsOf(tree, path)
      .filter(({ to }) => to.includes('/') && !pointsDown(path, to))
      .map(({ to }) => `${path} → ${to}`),
  )
}

/** Files of the same place may know one another, and so may the four of the cellar. */
function pointsDown(from: string, to: string): boolean {
  if (!to.startsWith('src/')) return !/^(src|ui|scripts)\//.test(to)
  const floor = floorOf(to)
  if (floor < 0) return false
  if (floor !== floorOf(from)) return floor < floorOf(from)
  return floor === CELLAR || placeOf(from) === placeOf(to)
}

/** Along what is loaded at once; a page that is fetched later may know where it came from. */
function circular(tree: Tree): string[] {
  const done = new Set<string>()
  const follow = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' → ')]
    if (done.has(path)) return []
    const found = importsOf(tree, path)
      .filter(({ to, typeOnly, dynamic }) => tree.has(to) && !typeOnly && !dynamic)
      .flatMap(({ to }) => follow(to, [...way, path]))
    done.add(path)
    return found
  }
  return [...tree.keys()].flatMap((path) => follow(path, []))
}

function impure(tree: Tree): string[] {
  const foreign =
    /\b(fetch|document|window|navigator|localStorage|sessionStorage|process|globalThis|setTimeout|setInterval)\b\s*[.([]/
  return program(tree, 'src/rules/').flatMap((path) => [
    ...importsOf(tree, path)
      .filter(({ to }) => to !== 'valibot' && !to.startsWith('src/rules/'))
      .map(({ to }) => `${path} → ${to}`),
    ...(foreign.test(codeOf(tree, path)) || readsClock(tree, path) ? [path] : []),
  ])
}

function clockReaders(tree: Tree): string[] {
  return program(tree, 'src/').filter((path) => path !== 'src/ctx.ts' && readsClock(tree, path))
}

function environmentReaders(tree: Tree): string[] {
  return program(tree, 'src/').filter(
    (path) =>
      path !== 'src/config.ts' &&
      (/\bprocess\s*\.\s*env\b/.test(codeOf(tree, path)) ||
        importsOf(tree, path).some(({ to }) => to === 'node:process')),
  )
}

function waiting(tree: Tree): string[] {
  return ROOMS.flatMap((room) => program(tree, room)).filter(
    (path) => !MAY_WAIT.includes(path) && /\b(async|await|Promise)\b/.test(codeOf(tree, path)),
  )
}

function serverInBrowser(tree: Tree): string[] {
  return program(tree, 'ui/').flatMap((path) =>
    importsOf(tree, path)
      .filter(
        ({ to, typeOnly }) =>
          /^(src|scripts|ui\/e2e)\//.test(to) && !typeOnly && !to.startsWith('src/rules/'),
      )
      .map(({ to }) => `${path} → ${to}`),
  )
}

function nameless(tree: Tree): string[] {
  return [...tree.keys()].filter((path) => {
    const names = dirname(path)
      .split('/')
      .concat(basename(path).replace(/\.tsx?$/, ''))
    const drawer = names.some((name) => /^(index|utils?|helpers?|common|types?|lib|impl)$/.test(name))
    const kebab = names.every((name) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name))
    const unnamed =
      !path.endsWith('.config.ts') && /\bexport\s+default\b|\bas\s+default\b/.test(codeOf(tree, path))
    return drawer || !kebab || unnamed
  })
}

function floorOf(path: string): number {
  return FLOORS.findIndex((places) => places.some((place) => path.startsWith(place)))
}

function placeOf(path: string): string | undefined {
  return FLOORS.flat().find((place) => path.startsWith(place))
}

/** What runs in the portal: no tests, no tools. */
function program(tree: Tree, place: string): string[] {
  return [...tree.keys()].filter((path) => path.startsWith(place) && !TESTS.test(path))
}

function readsClock(tree: Tree, path: string): boolean {
  return /\bDate\s*\.\s*now\b|\bnew Date\s*\(\s*\)|\bTemporal\s*\.\s*Now\b|\bperformance\s*\.\s*now\b/.test(
    codeOf(tree, path),
  )
}

/** Paths within the project count from its root; packages keep their names. */
function importsOf(tree: Tree, path: string): Import[] {
  const text = tree.get(path) ?? ''
  const resolve = (name: string) =>
    name.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), name)) : name
  const fixed = text.matchAll(
    /^(?:import|export)\s+(type\s+(?!from\b))?(?:[\w$*{}\s,]+\s+from\s+|)['"]([^'"]+)['"]/gm,
  )
  const later = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [
    ...Array.from(fixed, ([, type, name = '']) => ({
      to: resolve(name),
      typeOnly: type !== undefined,
      dynamic: false,
    })),
    ...Array.from(later, ([, name = '']) => ({ to: resolve(name), typeOnly: false, dynamic: true })),
  ]
}

/** Without comments and without what stands between quotes. */
function codeOf(tree: Tree, path: string): string {
  const skipped = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm
  return (tree.get(path) ?? '').replace(skipped, (part) => (part.startsWith('/') ? ' ' : "''"))
}

function readProject(): Tree {
  const paths = globSync('{src,ui}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['ui/dist/**', 'ui/e2e/{results,pictures}/**'],
  })
  return new Map(paths.sort().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}
