import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './tools.ts'

type Locked = Readonly<{
  version: string
  integrity?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}>

const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const manifest = readJson('package.json')
const packages: Record<string, Locked> = readJson('package-lock.json').packages
const locked = Object.entries(packages).filter(([path]) => path !== '')

describe('what others have written and Ordi runs on', () => {
  it.each([
    ['hono', '4.12.21'],
    ['@hono/node-server', '1.19.13'],
    ['nodemailer', '9.1.1'],
    ['better-sqlite3', '12.8.0'],
    ['node-cron', '4.3.0'],
  ])('has the mended %s, at least %s', (name, oldest) => {
    const version = packages[`node_modules/${name}`]?.version ?? ''
    expect(version.localeCompare(oldest, 'en', { numeric: true }), version).toBeGreaterThanOrEqual(0)
  })

  it('is fixed by content, and comes from the registry alone', () => {
    expect(
      locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([])
    const elsewhere = locked.filter(
      ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(elsewhere.map(([path]) => path)).toEqual([])
  })

  it('is fixed for every machine: a lock that lacks another system’s part makes npm ci fail', () => {
    const found = (from: string, name: string): boolean => {
      if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true
      return from !== '' && found(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
    }
    const missing = locked.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !found(path, name)),
    )
    expect(missing).toEqual([])
  })

  it('stays little: at most 15 packages by name, at most 60 with all of theirs', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(15)
    const running = locked.filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional)
    expect(running.length).toBeLessThanOrEqual(60)
  })

  it('runs no script of its own when it is installed, but the one that brings Node', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may)
    expect(allowed).toEqual([['node', true]])
  })

  it('is explained in the README, each package with its reason', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const unexplained = Object.keys(manifest.dependencies).filter((name) => !readme.includes(`\`${name}\``))
    expect(unexplained).toEqual([])
  })
})
