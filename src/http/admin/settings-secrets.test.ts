import { describe, expect, it } from 'vitest'
import { SAMPLE_SECRET, SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openSettingsApp, SETTINGS_GROUPS } from '../../testing/settings-calls.ts'

const { odoo, sevenio } = SAMPLE_SETTINGS

describe('a secret', () => {
  it('that is required may be left out only while one is stored', async () => {
    const { put } = openSettingsApp()
    const withoutKey = { ...sevenio, SEVENIO_KEY: '' }
    expect((await put('settings/sevenio', withoutKey)).json.message).toBe('seven.io Key fehlt.')
    await put('settings/sevenio', sevenio)
    expect((await put('settings/sevenio', withoutKey)).json.secrets).toEqual({ SEVENIO_KEY: true })
  })

  it('that is removed is required again', async () => {
    const { put } = openSettingsApp()
    await put('settings/sevenio', sevenio)
    const removed = await put('settings/sevenio', { ...sevenio, SEVENIO_KEY: null })
    expect(removed.json.secrets).toEqual({ SEVENIO_KEY: false })
    const withoutKey = await put('settings/sevenio', { ...sevenio, SEVENIO_KEY: '' })
    expect(withoutKey.json.message).toBe('seven.io Key fehlt.')
  })

  it.each(SETTINGS_GROUPS)(
    'of $path appears in no answer, not in plain text in the database or the audit',
    async ({ path, body }) => {
      const { get, put, ctx } = openSettingsApp()
      const answers = [
        await put(path, body),
        await get(path),
        await put(path, body, { 'if-match': '"x"' }),
        await put(path, { ...body, unknown: true }),
      ]
      for (const { text, headers } of answers)
        expect(text + JSON.stringify([...headers])).not.toMatch(SAMPLE_SECRET)
      const bytes = ctx().db.$client.serialize().toString('latin1')
      expect(bytes).toContain('settings-saved')
      expect(bytes).not.toMatch(SAMPLE_SECRET)
    },
  )

  it('appears neither in the answer nor in the log when saving it fails', async () => {
    const { put, ctx, lines } = openSettingsApp()
    ctx().db.$client.exec(
      `create trigger full before insert on settings begin select raise(abort, 'no'); end`,
    )
    const { status, text } = await put('settings/odoo', { ...odoo, ODOO_PASS: 'another secret of odoo' })
    expect(status).toBe(500)
    expect(lines).toHaveLength(1)
    expect(text + lines.join('')).not.toMatch(SAMPLE_SECRET)
  })
})
