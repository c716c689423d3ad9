import { describe, expect, it } from 'vitest'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openSettingsApp, SETTINGS_GROUPS } from '../../testing/settings-calls.ts'

it.each(SETTINGS_GROUPS)('$path is not saved with an outdated version', async ({ path, body }) => {
  const { get, put, readStored } = openSettingsApp()
  const first = (await get(path)).headers.get('etag') ?? ''
  expect(first).toMatch(/^"[\w-]{43}"$/)
  await put(path, body, { 'if-match': first })
  const before = readStored()
  const late = await put(path, body, { 'if-match': first })
  expect([late.status, late.json]).toEqual([
    409,
    {
      error: 'conflict',
      message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
      current: (await get(path)).json,
    },
  ])
  expect(readStored()).toEqual(before)
})

describe('a group of settings', () => {
  const path = 'settings/urls'

  it.each([
    { version: 'as it is', write: (etag: string) => etag },
    { version: 'weakened by a proxy', write: (etag: string) => `W/${etag}` },
    { version: 'without quotes', write: (etag: string) => etag.slice(1, -1) },
    { version: 'one of several', write: (etag: string) => `"x", ${etag}` },
    { version: 'any', write: () => '*' },
  ])('is saved with the current version: $version', async ({ write }) => {
    const { get, put } = openSettingsApp()
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await put(path, SAMPLE_SETTINGS.urls, { 'if-match': write(etag) })).status).toBe(200)
  })

  it.each(['"x"', '', 'W/""', '"*"'])('is not saved with the version %j', async (version) => {
    const { put, readStored } = openSettingsApp()
    const before = readStored()
    expect((await put(path, SAMPLE_SETTINGS.urls, { 'if-match': version })).status).toBe(409)
    expect(readStored()).toEqual(before)
  })
})
