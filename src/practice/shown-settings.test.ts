import { describe, expect, it } from 'vitest'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { readSettings, writeSettings } from './settings.ts'
import { showSettings } from './shown-settings.ts'

describe('a secret in an answer', () => {
  it.each([
    { group: 'general', name: 'TURNSTILE_SECRET' },
    { group: 'smtp', name: 'SMTP_PASS' },
    { group: 'odoo', name: 'ODOO_PASS' },
    { group: 'clicksend', name: 'CLICKSEND_PWD' },
    { group: 'sevenio', name: 'SEVENIO_KEY' },
  ] as const)('is not shown, only whether one is stored: $name', ({ group, name }) => {
    const { ctx } = openTestApp({ empty: true })
    expect(showSettings(ctx(), group)).toEqual({ ...readSettings(ctx(), group), secrets: { [name]: false } })
    writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
    expect(showSettings(ctx(), group)).toEqual({
      ...SAMPLE_SETTINGS[group],
      [name]: '',
      secrets: { [name]: true },
    })
  })

  it('is listed only in the answer about a group that has secrets', () => {
    const { ctx } = openTestApp({ empty: true })
    for (const group of ['practice', 'urls'] as const)
      expect(showSettings(ctx(), group)).toEqual(readSettings(ctx(), group))
  })
})
