import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from './programs.ts'

/** A package in package-lock.json. */
type Locked = Readonly<{
  version: string
  integrity?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}>

const readJson = (file: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8'))
const manifest = readJson('package.json')
const packages: Record<string, Locked> = readJson('package-lock.json').packages
/** The packages with their paths, without the project itself. */
const locked = Object.entries(packages).filter(([path]) => path !== '')
const pathsOf = (entries: typeof locked) => entries.map(([path]) => path)

/**
 * Returns whether the package at `path` finds a package of this name. Node looks in the package itself, then
 * in those that contain it, and at the top.
 */
function isLockedFor(path: string, name: string): boolean {
  const folder = path === '' ? 'node_modules' : `${path}/node_modules`
  if (packages[`${folder}/${name}`] !== undefined) return true
  if (path === '') return false
  const around = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))
  return isLockedFor(around, name)
}

describe('the dependencies', () => {
  it('are locked by hash', () => {
    const withoutHash = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(pathsOf(withoutHash)).toEqual([])
  })

  it('come from the npm registry only', () => {
    const fromElsewhere = locked.filter(
      ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(pathsOf(fromElsewhere)).toEqual([])
  })

  it('are locked for every platform, because npm ci fails on platforms that are missing', () => {
    const missing = locked.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLockedFor(path, name)),
    )
    expect(missing).toEqual([])
  })

  it('are at most 18 packages, and at most 75 with their own', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(18)
    // Packages that run in production, and on every platform.
    const running = locked.filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional)
    expect(running.length).toBeLessThanOrEqual(75)
  })

  it('run no install script except the one of the Node package', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed)
    expect(allowed).toEqual([['node', true]])
  })
})
