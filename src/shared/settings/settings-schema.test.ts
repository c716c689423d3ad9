import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { REQUIRED_SETTINGS, readSettings, type Stored, settingErrors } from '../../testing/setting-errors.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { settingsSchema } from './settings-schema.ts'

describe('a change of settings', () => {
  it('contains only the settings that were sent', () => {
    expect(readSettings('general', { notify_off: true })).toEqual({ notify_off: true })
  })

  it.each([
    { group: 'practice', name: 'name' },
    { group: 'practice', name: 'mail' },
    { group: 'general', name: 'notify_reason' },
    { group: 'general', name: 'maintenance_until' },
    { group: 'general', name: 'maintenance_message' },
    { group: 'urls', name: 'PATIENT_BASE_URL' },
    { group: 'urls', name: 'ADMIN_EMAIL' },
  ] as const)('empties a text by null: $group $name', ({ group, name }) => {
    expect(readSettings(group, { [name]: null })).toEqual({ [name]: '' })
  })

  it('reports the errors of all settings at once', () => {
    expect(Object.keys(settingErrors('odoo', {}))).toEqual(['ODOO_URL', 'ODOO_DB', 'ODOO_USER'])
  })
})

describe('a required setting', () => {
  const ODOO_URL = 'https://odoo.example'
  /** Returns the settings of Odoo that a change lacks. The others may have a stored value. */
  const missingSettings = (sent: object, stored: Stored = {}) =>
    Object.keys(fieldErrorsOf(v.safeParse(settingsSchema('odoo', stored, sent), sent).issues ?? []))

  it('may be left out while its group is not set up', () => {
    expect(missingSettings({})).toEqual([])
    expect(missingSettings({ odoo_sync: false })).toEqual([])
  })

  it('may be left out once it has a value', () => {
    expect(missingSettings({ ODOO_URL }, { ODOO_DB: true, ODOO_USER: true })).toEqual([])
  })

  it('is reported as missing when another setting is sent without it', () => {
    expect(missingSettings({ ODOO_URL })).toEqual(['ODOO_DB', 'ODOO_USER'])
    expect(missingSettings({ ODOO_URL }, { ODOO_DB: true })).toEqual(['ODOO_USER'])
  })

  it('is reported as missing when it is sent empty', () => {
    const stored = { ODOO_URL: true, ODOO_DB: true, ODOO_USER: true }
    expect(missingSettings({ ODOO_DB: '' }, stored)).toEqual(['ODOO_DB'])
  })
})

describe('a secret', () => {
  it.each([
    { group: 'general', name: 'TURNSTILE_SECRET' },
    { group: 'odoo', name: 'ODOO_PASS' },
    { group: 'clicksend', name: 'CLICKSEND_PWD' },
    { group: 'sevenio', name: 'SEVENIO_KEY' },
  ] as const)(
    'of $group is removed by null, also beside the field `secrets` of the answer: $name',
    ({ group, name }) => {
      const sent = { ...REQUIRED_SETTINGS[group], [name]: null, secrets: { [name]: true } }
      expect(readSettings(group, sent, { [name]: true })).toMatchObject({ [name]: null })
    },
  )

  it('that is required may be empty while one is stored', () => {
    const sent = { SEVENIO_KEY: '', SEVENIO_FROM: 'x' }
    expect(settingErrors('sevenio', sent, { SEVENIO_KEY: true })).toEqual({})
  })
})
