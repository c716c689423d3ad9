import { describe, expect, it } from 'vitest'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openSettingsApp, SETTINGS_GROUPS } from '../../testing/settings-calls.ts'

it.each(SETTINGS_GROUPS)('$path is not saved with an outdated version', async ({ path, body }) => {
  const { get, put, readStored } = openSettingsApp()
  const etag = (await get(path)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{43}"$/)
  await put(path, body, { 'if-match': etag })
  const rowsBefore = readStored()
  const refusal = await put(path, body, { 'if-match': etag })
  expect(refusal.status).toBe(409)
  expect(refusal.json).toEqual({
    error: 'conflict',
    message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
    current: (await get(path)).json,
  })
  expect(readStored()).toEqual(rowsBefore)
})

describe('a group of settings', () => {
  const PATH = 'settings/urls'

  it.each([
    { version: 'as it is', write: (etag: string) => etag },
    { version: 'weakened by a proxy', write: (etag: string) => `W/${etag}` },
    { version: 'without quotes', write: (etag: string) => etag.slice(1, -1) },
    { version: 'one of several', write: (etag: string) => `"x", ${etag}` },
    { version: 'any', write: () => '*' },
  ])('is saved with the current version: $version', async ({ write }) => {
    const { get, put } = openSettingsApp()
    const etag = (await get(PATH)).headers.get('etag') ?? ''
    expect((await put(PATH, SAMPLE_SETTINGS.urls, { 'if-match': write(etag) })).status).toBe(200)
  })

  it.each(['"x"', '', 'W/""', '"*"'])('is not saved with the version %j', async (version) => {
    const { put, readStored } = openSettingsApp()
    const rowsBefore = readStored()
    expect((await put(PATH, SAMPLE_SETTINGS.urls, { 'if-match': version })).status).toBe(409)
    expect(readStored()).toEqual(rowsBefore)
  })
})
