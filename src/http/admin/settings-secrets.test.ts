import { describe, expect, it } from 'vitest'
import { ANY_SAMPLE_SECRET, SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openSettingsApp, SETTINGS_GROUPS } from '../../testing/settings-calls.ts'

const { odoo, sevenio } = SAMPLE_SETTINGS

describe('a secret', () => {
  it('that is required may be omitted only while one is stored', async () => {
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

  it.each(SETTINGS_GROUPS.filter(({ secret }) => secret !== undefined))(
    'of $path is in no answer, and is encrypted in the database, including its audit',
    async ({ path, body }) => {
      expect(JSON.stringify(body)).toMatch(ANY_SAMPLE_SECRET)
      const { get, put, ctx } = openSettingsApp()
      const saved = await put(path, body)
      const read = await get(path)
      const outdated = await put(path, body, { 'if-match': '"x"' })
      const faulty = await put(path, { ...body, unknown: true })
      const answers = [saved, read, outdated, faulty]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 400])
      for (const { text, headers } of answers)
        expect(text + JSON.stringify([...headers])).not.toMatch(ANY_SAMPLE_SECRET)
      const bytes = ctx().db.$client.serialize().toString('latin1')
      expect(bytes).toContain('settings-saved')
      expect(bytes).not.toMatch(ANY_SAMPLE_SECRET)
    },
  )

  it('appears neither in the answer nor in the log when saving it fails', async () => {
    const { put, ctx, lines } = openSettingsApp()
    ctx().db.$client.exec(
      `create trigger full before insert on settings begin select raise(abort, 'no'); end`,
    )
    const newPassword = 'another secret of odoo'
    expect(newPassword).toMatch(ANY_SAMPLE_SECRET)
    const { status, text } = await put('settings/odoo', { ...odoo, ODOO_PASS: newPassword })
    expect(status).toBe(500)
    expect(lines).toHaveLength(1)
    expect(text + lines.join('')).not.toMatch(ANY_SAMPLE_SECRET)
  })
})
