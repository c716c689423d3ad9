import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { insertRow } from '../db/insert-row.ts'
import { settings } from '../db/schema.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { EARLIER_SECRET, finishRotation, openSecret } from './app-secret.ts'
import { listEarlierSecrets, secretPaths } from './secret-file.ts'

const OTHER_SECRET = 'the secret of another practice, long'

let dataDir: string
let app: TestApp
beforeEach(() => {
  dataDir = tempDir()
  app = openTestApp({
    config: { dataDir, appSecret: undefined },
    file: join(dataDir, 'ordi.db'),
    empty: true,
  })
})

const ownPath = () => secretPaths(dataDir).own
const nextPath = () => secretPaths(dataDir).next
const secretIn = (path: string) => readFileSync(path, 'utf8').trim()
/** Returns the database, whose values are encrypted with the secret of the portal. */
const db = () => app.ctx().db

it('the secret in the environment takes precedence over the file', () => {
  const present = secretIn(ownPath())
  const config = { ...app.ctx().config, dataDir }
  expect(openSecret({ ...config, appSecret: OTHER_SECRET }, db(), NOW)).toBe(OTHER_SECRET)
  // The configuration of a running portal always has its secret; the configuration of a start need not.
  expect(openSecret({ ...config, appSecret: undefined } as never, db(), NOW)).toBe(present)
})

it('a committed rotation puts the new secret in place', () => {
  const present = secretIn(ownPath())
  writeFileSync(nextPath(), `${present}\n`)
  writeFileSync(ownPath(), OTHER_SECRET)
  finishRotation(dataDir, db(), NOW)
  expect(secretIn(ownPath())).toBe(present)
  expect(existsSync(nextPath())).toBe(false)
  expect(listEarlierSecrets(dataDir)).toEqual([])
})

it('a rotation that keeps the earlier secret copies it first', () => {
  const present = secretIn(ownPath())
  writeFileSync(nextPath(), present)
  writeFileSync(ownPath(), OTHER_SECRET)
  insertRow(db(), settings, { name: EARLIER_SECRET.name, value: 'x', updatedAt: NOW })
  const steps: string[] = []
  finishRotation(dataDir, db(), NOW, (step) => steps.push(step))
  expect(steps).toEqual(['earlier one kept'])
  expect(secretIn(ownPath())).toBe(present)
  expect(listEarlierSecrets(dataDir).map(secretIn)).toEqual([OTHER_SECRET])
})

it('a new secret that the database does not use is deleted if the present one fits', () => {
  const present = secretIn(ownPath())
  writeFileSync(nextPath(), OTHER_SECRET)
  finishRotation(dataDir, db(), NOW)
  expect(secretIn(ownPath())).toBe(present)
  expect(existsSync(nextPath())).toBe(false)
})

it('a new secret stays if neither it nor the present one fits the database', () => {
  writeFileSync(nextPath(), OTHER_SECRET)
  writeFileSync(ownPath(), `${OTHER_SECRET} too`)
  finishRotation(dataDir, db(), NOW)
  expect(secretIn(ownPath())).toBe(`${OTHER_SECRET} too`)
  expect(existsSync(nextPath())).toBe(true)
})
