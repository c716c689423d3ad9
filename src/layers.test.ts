import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, PROJECT, sourceFiles } from './testing/source-files.ts'

/**
 * This test checks the layers of docs/architecture.md. The linter finds circles of files (`noImportCycles` in
 * biome.json), and ui-folders.test.ts those of folders.
 */

/** A part of a layer: a path, or a list of paths whose files may import each other. */
type Part = string | readonly string[]

/**
 * The layers from the lowest to the highest, each with its parts. An import points to an earlier layer, or
 * stays in its part. Two parts of one layer do not import each other.
 */
const LAYERS: ReadonlyArray<readonly Part[]> = [
  ['src/shared'],
  [
    [
      'src/config.ts',
      'src/config-description.ts',
      'src/ctx.ts',
      'src/db',
      'src/environment-schema.ts',
      'src/log.ts',
      'src/networks.ts',
      'src/password-refusal.ts',
      'src/program.ts',
      'src/time',
      'src/version.ts',
    ],
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
  [['src/app.ts', 'src/demo.ts', 'src/demo-data.ts']],
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
  [['ui/app.tsx', 'ui/first-screen.tsx', 'ui/main.tsx']],
  ['ui/testing'],
  ['ui/bundle'],
]

/** Matches exported types, constants and functions, but not components, whose names begin with a capital. */
const EXPORTED = /^export (?:type|interface|const|(?:async )?function(?! [A-Z])) (\w+)/gm

/** Returns the place of a file in LAYERS; undefined where no layer names it. */
function placeOf(file: string): Readonly<{ layer: number; part: Part }> | undefined {
  for (const [layer, parts] of LAYERS.entries()) {
    const part = parts.find((paths) => [paths].flat().some((path) => isIn(file, path)))
    if (part !== undefined) return { layer, part }
  }
  return undefined
}

/**
 * Returns whether a file lies at a path of LAYERS. A path of src/ includes the folders in it. One of ui/ does
 * not, because there each folder has a place of its own.
 */
function isIn(file: string, path: string): boolean {
  if (path.startsWith('ui/')) return file === path || dirname(file) === path
  return file === path || file.startsWith(`${path}/`)
}

/** Returns whether the target is in the same part or in an earlier layer; false where one has no place. */
function mayImport(file: string, target: string): boolean {
  const from = placeOf(file)
  const to = placeOf(target)
  if (from === undefined || to === undefined) return false
  return from.part === to.part || to.layer < from.layer
}

describe('the layers', () => {
  it('name the place of each file, and no place without files', () => {
    const files = sourceFiles('{src,ui}')
    expect(files.filter((file) => placeOf(file) === undefined)).toEqual([])
    const paths = LAYERS.flat(2)
    expect(paths.filter((path) => !files.some((file) => isIn(file, path)))).toEqual([])
  })

  it('import only from lower layers', () => {
    const upward = sourceFiles('{src,ui}').flatMap((file) => {
      const targets = importsOf(file).filter((target) => !mayImport(file, target))
      return targets.map((target) => `${file} imports ${target}`)
    })
    expect(upward).toEqual([])
  })

  it('import tables from db/schema.ts, which has them all', () => {
    const files = sourceFiles('src', ['src/db/schema.ts', 'src/db/tables/**'])
    const importTablesDirectly = files.filter((file) =>
      importsOf(file).some((target) => target.startsWith('src/db/tables/')),
    )
    expect(importTablesDirectly).toEqual([])
    expect(importsOf('src/db/schema.ts').toSorted()).toEqual(sourceFiles('src/db/tables').toSorted())
  })

  it.each([
    { file: 'src/booking/holds.ts', target: 'src/schedule/grid.ts' },
    { file: 'src/db/open.ts', target: 'src/ctx.ts' },
    { file: 'ui/admin/forms/edit-page.tsx', target: 'ui/components/field.tsx' },
    { file: 'ui/admin/appointment/undo-bar.tsx', target: 'ui/patient/use-appointment.ts' },
  ])('allow $file to import $target', ({ file, target }) => {
    expect(mayImport(file, target)).toBe(true)
  })

  it.each([
    { case: 'of a higher module', file: 'src/schedule/grid.ts', target: 'src/booking/holds.ts' },
    { case: 'of a neighbour', file: 'src/http/app.ts', target: 'src/jobs/schedule.ts' },
    { case: 'of a neighbour', file: 'src/jobs/schedule.ts', target: 'src/http/app.ts' },
    { case: 'of the tests', file: 'src/access/links.ts', target: 'src/testing/factory.ts' },
    {
      case: 'of the pages of staff by one of patients',
      file: 'ui/waiting-list/offer-page.tsx',
      target: 'ui/admin/components/page-access.ts',
    },
    {
      case: 'of a higher folder of staff',
      file: 'ui/admin/components/page.tsx',
      target: 'ui/admin/forms/edit-page.tsx',
    },
    { case: 'of calls by a component', file: 'ui/components/loaded.tsx', target: 'ui/api/http.ts' },
    {
      case: 'of a step by the wizard',
      file: 'ui/booking/wizard/wizard.ts',
      target: 'ui/booking/contact/contact-draft.ts',
    },
    {
      case: 'of a page by a component',
      file: 'ui/components/field.tsx',
      target: 'ui/booking/wizard/wizard.ts',
    },
    {
      case: 'by a folder that no layer names',
      file: 'ui/booking/unnamed/page.tsx',
      target: 'ui/components/field.tsx',
    },
    { case: 'of a folder that no layer names', file: 'ui/app.tsx', target: 'ui/unnamed/page.tsx' },
  ])('refuse an import $case: $file imports $target', ({ file, target }) => {
    expect(mayImport(file, target)).toBe(false)
  })

  it('export each name once, except for components; ui/ counts as one layer', () => {
    const names = sourceFiles('{src,ui}').flatMap((file) => {
      const layer = file.startsWith('ui/') ? 'ui' : placeOf(file)?.layer
      const exported = readFileSync(join(PROJECT, file), 'utf8').matchAll(EXPORTED)
      return [...exported].map(([, name]) => `${name} of layer ${layer}`)
    })
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
