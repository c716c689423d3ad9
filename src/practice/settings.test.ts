import { describe, expect, it } from 'vitest'
import { openHouse } from '../testing/house.ts'
import { type Group, readSettings, type Settings, writeSettings } from './settings.ts'

const GROUPS = ['practice', 'general', 'urls', 'clicksend', 'sevenio'] as const satisfies readonly Group[]

const OTHER: Settings = {
  practice: {
    name: 'Ordination "Zur Linde"\r\n',
    address: 'Erfundene Gasse 7',
    zip: '6850',
    city: 'Dornbirn',
    country: 'Österreich',
    phone: '+43 5572 000001',
    mail: 'linde@ordination.example',
    url: 'https://linde.example',
    terms: 'https://linde.example/agb',
    impressum: 'https://linde.example/impressum',
  },
  general: {
    booking_maintenance_active: true,
    maintenance_until: '2027-01-08T08:00:00+01:00',
    maintenance_message: 'Wir stellen um.',
    TURNSTILE_SECRET: 'a secret that nobody may read',
    maxBookingDays: 30,
    notify_off: true,
    notify_muteEmail: true,
    notify_muteSms: true,
    notify_reason: 'Umbau',
    reminder_hours: 24,
    SEND_ADMIN_EMAIL: false,
  },
  urls: {
    PUBLIC_BASE_URL: 'https://termine.example',
    INTERNAL_BASE_URL: 'http://ordi.intern',
    PATIENT_BASE_URL: 'https://patienten.example',
    ADMIN_EMAIL: 'assistenz@ordination.example',
  },
  clicksend: {
    CLICKSEND_USERNAME: 'ordination',
    CLICKSEND_PWD: 'another secret',
    CLICKSEND_FROM: 'Ordination',
    PRACTICE_EMAIL: 'a@ordination.example',
    PRACTICE_NAME: 'Ordination',
    TEST_MOBILE: '+436600000001',
    PRACTICE_LANDLINE_E164: '+435572000001',
  },
  sevenio: {
    SEVENIO_KEY: 'a third secret',
    SEVENIO_FROM: 'Ordination',
    PRACTICE_EMAIL: 'b@ordination.example',
    PRACTICE_NAME: 'Ordination',
    TEST_MOBILE: '+436600000002',
    PRACTICE_LANDLINE_E164: '+435572000002',
  },
}

describe('the settings', () => {
  it('have the decided values while nobody saved any', () => {
    const { ctx } = openHouse({ empty: true })
    expect(Object.values(readSettings(ctx(), 'practice'))).toEqual(Array(10).fill(''))
    expect(readSettings(ctx(), 'general')).toEqual({
      booking_maintenance_active: false,
      maintenance_until: '',
      maintenance_message: '',
      TURNSTILE_SECRET: '',
      maxBookingDays: null,
      notify_off: false,
      notify_muteEmail: false,
      notify_muteSms: false,
      notify_reason: '',
      reminder_hours: 48,
      SEND_ADMIN_EMAIL: true,
    })
    expect(Object.values(readSettings(ctx(), 'urls'))).toEqual(['', '', '', ''])
  })

  it.each(GROUPS)('come back as they were saved: %s', (group) => {
    const { ctx } = openHouse({ empty: true })
    writeSettings(ctx(), group, OTHER[group])
    expect(readSettings(ctx(), group)).toEqual(OTHER[group])
  })

  it('can be saved again, and one by one', () => {
    const house = openHouse({ empty: true })
    writeSettings(house.ctx(), 'general', OTHER.general)
    house.pass(1000)
    writeSettings(house.ctx(), 'general', { maxBookingDays: null, SEND_ADMIN_EMAIL: true })
    expect(readSettings(house.ctx(), 'general')).toEqual({
      ...OTHER.general,
      maxBookingDays: null,
      SEND_ADMIN_EMAIL: true,
    })
    expect(house.rows(`select updated_at from settings where name = 'general.maxBookingDays'`)).toEqual([
      { updated_at: house.ctx().now },
    ])
  })

  it('keep their groups apart', () => {
    const { ctx } = openHouse({ empty: true })
    for (const group of GROUPS) writeSettings(ctx(), group, OTHER[group])
    for (const group of GROUPS) expect(readSettings(ctx(), group)).toEqual(OTHER[group])
  })
})

describe('a secret among the settings', () => {
  it('does not stand in the database as it is', () => {
    const { ctx, rows } = openHouse({ empty: true })
    writeSettings(ctx(), 'general', OTHER.general)
    const file = ctx().db.$client.serialize().toString('latin1')
    expect(file).toContain('Wir stellen um.')
    expect(file).not.toContain('nobody may read')
    expect(rows(`select value from settings where name = 'general.TURNSTILE_SECRET'`)).toEqual([
      { value: expect.stringMatching(/^v1:/) },
    ])
  })

  it('does not open in the place of another setting, or where it was changed', () => {
    const { ctx, rows } = openHouse({ empty: true })
    writeSettings(ctx(), 'general', OTHER.general)
    const canary = `(select value from settings where name = 'canary')`
    rows(`update settings set value = ${canary} where name = 'general.TURNSTILE_SECRET' returning name`)
    expect(() => readSettings(ctx(), 'general')).toThrow()
  })
})
