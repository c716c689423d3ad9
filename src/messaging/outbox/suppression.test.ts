import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { writeSettings } from '../../practice/settings.ts'
import { openTestApp } from '../../testing/test-app.ts'
import {
  canReach,
  NO_ADDRESS,
  reminderNumber,
  smsCountries,
  whyNoEmail,
  whyNoEmailToPractice,
  whyOff,
} from './suppression.ts'

const OFF = 'Benachrichtigungen sind abgeschaltet.'

describe('a patient', () => {
  let ctx: Ctx
  beforeEach(() => {
    ctx = openTestApp({ empty: true }).ctx()
  })
  const canBeReached = (email: string, mobile: string) => canReach(ctx, { email, mobile, country: 'AT' })

  it('is reached by e-mail where no SMS provider is set up', () => {
    expect(canBeReached('rosa@musterfrau.example', '')).toBe(true)
    expect(canBeReached('', '0664 1234567')).toBe(false)
  })

  it('without an address is reached by SMS, at a mobile number', () => {
    writeSettings(ctx, 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    expect(canBeReached('', '0664 1234567')).toBe(true)
    expect(canBeReached('', '05572 123456')).toBe(false)
  })

  it('is reminded by SMS who wishes that, is no minor who booked alone, and has a number that gets SMS', () => {
    writeSettings(ctx, 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    const rosa = {
      reminderBySms: true,
      mobile: '0664 1234567',
      country: 'AT',
      birthOn: '1980-01-01',
      bookerRelation: null,
    }
    const child = { ...rosa, birthOn: '2019-03-14' }
    expect(reminderNumber(ctx, rosa)).toBe('+436641234567')
    expect(reminderNumber(ctx, { ...child, bookerRelation: 'child' })).toBe('+436641234567')
    for (const other of [{ ...rosa, reminderBySms: false }, { ...rosa, mobile: '+33 6 12 34 56 78' }, child])
      expect(reminderNumber(ctx, other)).toBeUndefined()
  })
})

it('no country gets SMS while no provider is set up, or SMS are off', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  expect(smsCountries(ctx)).toEqual([])
  writeSettings(ctx, 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  expect(smsCountries(ctx)).toContain('AT')
  writeSettings(ctx, 'general', { notify_muteSms: true })
  expect(smsCountries(ctx)).toEqual([])
})

it('the practice gets no e-mail that it has switched off, and none without an address', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  expect(whyNoEmailToPractice(ctx, 'ordination@ordination.example')).toBeUndefined()
  expect(whyNoEmailToPractice(ctx, '')).toBe(NO_ADDRESS.practice)
  writeSettings(ctx, 'general', { SEND_ADMIN_EMAIL: false })
  expect(whyNoEmailToPractice(ctx, 'ordination@ordination.example')).toBe(
    'E-Mails an die Ordination sind abgeschaltet.',
  )
})

it('a patient gets no e-mail without an address, nor while e-mails are off; the practice is told its own reason', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  const why = (to: 'patient' | 'practice', recipient: string) => whyNoEmail(ctx, to, recipient)
  expect([why('patient', 'a@b.at'), why('practice', 'a@b.at')]).toEqual([undefined, undefined])
  expect([why('patient', ''), why('practice', '')]).toEqual([NO_ADDRESS.patient, NO_ADDRESS.practice])
  writeSettings(ctx, 'general', { SEND_ADMIN_EMAIL: false })
  expect([why('patient', 'a@b.at'), why('practice', 'a@b.at')]).toEqual([
    undefined,
    'E-Mails an die Ordination sind abgeschaltet.',
  ])
})

it.each([
  {
    what: 'both, with a reason',
    settings: { notify_off: true, notify_reason: 'Urlaub' },
    email: 'Urlaub',
    sms: 'Urlaub',
  },
  { what: 'both', settings: { notify_off: true }, email: OFF, sms: OFF },
  { what: 'e-mails', settings: { notify_muteEmail: true }, email: OFF, sms: undefined },
  { what: 'SMS', settings: { notify_muteSms: true }, email: undefined, sms: OFF },
  { what: 'nothing', settings: {}, email: undefined, sms: undefined },
])('of e-mails and SMS the practice can switch off $what', ({ settings, email, sms }) => {
  const ctx = openTestApp({ empty: true }).ctx()
  writeSettings(ctx, 'general', settings)
  expect([whyOff(ctx, 'email'), whyOff(ctx, 'sms')]).toEqual([email, sms])
})
