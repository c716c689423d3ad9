import { describe, expect, it } from 'vitest'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { readSettings, writeSettings } from './settings.ts'
import { saveSettings } from './settings-change.ts'
import { showSettings } from './shown-settings.ts'

describe('saving settings', () => {
  it('records in the audit who changed what, with the values before and after, but never a secret', () => {
    const app = openTestApp({ empty: true })
    const ctx = { ...app.ctx(), actor: { kind: 'admin', id: 1, email: 'a@ordination.example' } as const }
    const change = {
      notify_off: true,
      notify_reason: 'Urlaub',
      reminder_hours: 48,
      TURNSTILE_SECRET: 'hidden',
    }
    saveSettings(ctx, 'general', change)
    const entries = app.rows<{ changes: string }>('select * from audit')
    expect(entries.map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) }))).toEqual([
      {
        id: 1,
        at: ctx.now,
        actor: 'admin',
        actor_name: 'a@ordination.example',
        person: 'a@ordination.example',
        action: 'settings-saved',
        subject: 'general',
        changes: [
          { field: 'notify_off', before: false, after: true },
          { field: 'notify_reason', before: '', after: 'Urlaub' },
          { field: 'TURNSTILE_SECRET' },
        ],
      },
    ])
  })

  it('writes only what has changed', () => {
    const app = openTestApp({ empty: true })
    saveSettings(app.ctx(), 'urls', SAMPLE_SETTINGS.urls)
    app.pass(1000)
    saveSettings(app.ctx(), 'urls', { ...SAMPLE_SETTINGS.urls, ADMIN_EMAIL: '' })
    expect(app.rows('select name from settings where updated_at = ?', app.ctx().now)).toEqual([
      { name: 'urls.ADMIN_EMAIL' },
    ])
  })

  it('records nothing in the audit without a change', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    const { urls } = SAMPLE_SETTINGS
    const urlsWithoutEmail = { ...urls, ADMIN_EMAIL: '' }
    saveSettings(ctx(), 'urls', urls)
    saveSettings(ctx(), 'urls', urlsWithoutEmail)
    // Neither the same values nor missing ones are a change.
    saveSettings(ctx(), 'urls', urlsWithoutEmail)
    saveSettings(ctx(), 'urls', {})
    expect(rows('select json_array_length(changes) as changed from audit')).toEqual([
      { changed: Object.keys(urls).length },
      { changed: 1 },
    ])
  })

  it('ignores keys that are not settings', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    saveSettings(ctx(), 'odoo', { secrets: { ODOO_PASS: true }, canary: 'x' } as object)
    expect(rows(`select name from settings where name <> 'canary'`)).toEqual([])
  })
})

describe('a secret that is saved', () => {
  it('is kept by an empty text, replaced by another text, and removed by null', () => {
    const { ctx, rows } = openTestApp({ empty: true })
    const saveAndRead = (ODOO_PASS: string | null) => {
      saveSettings(ctx(), 'odoo', { ODOO_PASS })
      return readSettings(ctx(), 'odoo').ODOO_PASS
    }
    expect(saveAndRead('')).toBe('')
    expect(saveAndRead('one')).toBe('one')
    expect(saveAndRead('')).toBe('one')
    expect(saveAndRead('one')).toBe('one')
    expect(saveAndRead('two')).toBe('two')
    expect(saveAndRead(null)).toBe('')
    expect(saveAndRead(null)).toBe('')
    expect(saveAndRead('')).toBe('')
    // The password changed three times: to one, to two, and to none.
    expect(rows('select changes from audit')).toEqual(Array(3).fill({ changes: '[{"field":"ODOO_PASS"}]' }))
  })

  it.each([
    { group: 'smtp', name: 'SMTP_PASS' },
    { group: 'odoo', name: 'ODOO_PASS' },
  ] as const)('is kept by an empty text with the same server: $name', ({ group, name }) => {
    const { ctx } = openTestApp({ empty: true })
    writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
    saveSettings(ctx(), group, { ...SAMPLE_SETTINGS[group], [name]: '' })
    expect(readSettings(ctx(), group)).toEqual(SAMPLE_SETTINGS[group])
  })

  it.each([
    { group: 'smtp', name: 'SMTP_PASS', change: { SMTP_HOST: 'evil.example' } },
    { group: 'smtp', name: 'SMTP_PASS', change: { SMTP_PORT: 2525 } },
    { group: 'smtp', name: 'SMTP_PASS', change: { SMTP_HOST: 'evil.example', SMTP_PASS: '' } },
    { group: 'odoo', name: 'ODOO_PASS', change: { ODOO_URL: 'https://evil.example' } },
    { group: 'odoo', name: 'ODOO_PASS', change: { ODOO_DB: 'other', ODOO_PASS: '' } },
  ] as const)(
    'is dropped with its server until it is typed anew: $name after $change',
    ({ group, name, change }) => {
      const { ctx, rows } = openTestApp({ empty: true })
      writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
      const readStored = () => (readSettings(ctx(), group) as Record<string, unknown>)[name]
      saveSettings(ctx(), group, change)
      expect(readStored()).toBe('')
      expect(showSettings(ctx(), group)).toMatchObject({ secrets: { [name]: false } })
      expect(rows<{ changes: string }>('select changes from audit')[0]?.changes).toContain(
        `{"field":"${name}"}`,
      )
      saveSettings(ctx(), group, { ...SAMPLE_SETTINGS[group], [name]: 'typed anew' })
      expect(readStored()).toBe('typed anew')
    },
  )
})
