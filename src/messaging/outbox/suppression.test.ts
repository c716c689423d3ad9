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
  whyNotificationsOff,
} from './suppression.ts'

const NOTIFICATIONS_OFF = 'Benachrichtigungen sind abgeschaltet.'
const NO_EMAILS_TO_PRACTICE = 'E-Mails an die Ordination sind abgeschaltet.'

/** The facts about an adult who wishes for a reminder by SMS. */
const WITH_WISH = {
  reminderBySms: true,
  mobile: '0664 1234567',
  country: 'AT',
  birthOn: '1980-01-01',
  bookerRelation: null,
}

/** Sets up an SMS provider. */
const setUpSms = (ctx: Ctx) =>
  writeSettings(ctx, 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })

describe('a patient', () => {
  let ctx: Ctx
  beforeEach(() => {
    ctx = openTestApp({ empty: true }).ctx()
  })
  const canBeReached = ({ email = '', mobile = '' }) => canReach(ctx, { email, mobile, country: 'AT' })

  it('can be reached by e-mail alone while no SMS provider is set up', () => {
    expect(canBeReached({ email: 'rosa@musterfrau.example' })).toBe(true)
    expect(canBeReached({ mobile: '0664 1234567' })).toBe(false)
  })

  it('without an e-mail address can be reached by SMS at a mobile number, not at a landline', () => {
    setUpSms(ctx)
    expect(canBeReached({ mobile: '0664 1234567' })).toBe(true)
    expect(canBeReached({ mobile: '05572 123456' })).toBe(false)
  })

  it.each([
    { patient: 'who wishes for that', changes: {} },
    {
      patient: 'who is a child, booked by a parent,',
      changes: { birthOn: '2019-03-14', bookerRelation: 'child' },
    },
  ] as const)('$patient is reminded by SMS', ({ changes }) => {
    setUpSms(ctx)
    expect(reminderNumber(ctx, { ...WITH_WISH, ...changes })).toBe('+436641234567')
  })

  it.each([
    { patient: 'without that wish', changes: { reminderBySms: false } },
    { patient: 'in a country that gets no SMS', changes: { mobile: '+33 6 12 34 56 78' } },
    { patient: 'who is a minor and booked alone', changes: { birthOn: '2019-03-14' } },
  ])('$patient is not reminded by SMS', ({ changes }) => {
    setUpSms(ctx)
    expect(reminderNumber(ctx, { ...WITH_WISH, ...changes })).toBeUndefined()
  })
})

it('no country gets SMS while no provider is set up or SMS are switched off', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  expect(smsCountries(ctx)).toEqual([])
  setUpSms(ctx)
  expect(smsCountries(ctx)).toContain('AT')
  writeSettings(ctx, 'general', { notify_muteSms: true })
  expect(smsCountries(ctx)).toEqual([])
})

it('the practice gets no e-mail if it has switched them off or has no e-mail address', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  expect(whyNoEmailToPractice(ctx, 'ordination@ordination.example')).toBeUndefined()
  expect(whyNoEmailToPractice(ctx, '')).toBe(NO_ADDRESS.practice)
  writeSettings(ctx, 'general', { SEND_ADMIN_EMAIL: false })
  expect(whyNoEmailToPractice(ctx, 'ordination@ordination.example')).toBe(NO_EMAILS_TO_PRACTICE)
})

it('patients and the practice get no e-mail without an address, each for a reason of their own', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  for (const to of ['patient', 'practice'] as const) {
    expect(whyNoEmail(ctx, to, 'a@b.at')).toBeUndefined()
    expect(whyNoEmail(ctx, to, '')).toBe(NO_ADDRESS[to])
  }
})

it('patients still get e-mails while those to the practice are switched off', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  writeSettings(ctx, 'general', { SEND_ADMIN_EMAIL: false })
  expect(whyNoEmail(ctx, 'patient', 'a@b.at')).toBeUndefined()
  expect(whyNoEmail(ctx, 'practice', 'a@b.at')).toBe(NO_EMAILS_TO_PRACTICE)
})

it.each([
  {
    what: 'e-mails and SMS, with a reason',
    settings: { notify_off: true, notify_reason: 'Urlaub' },
    email: 'Urlaub',
    sms: 'Urlaub',
  },
  {
    what: 'e-mails and SMS',
    settings: { notify_off: true },
    email: NOTIFICATIONS_OFF,
    sms: NOTIFICATIONS_OFF,
  },
  { what: 'e-mails', settings: { notify_muteEmail: true }, email: NOTIFICATIONS_OFF, sms: undefined },
  { what: 'SMS', settings: { notify_muteSms: true }, email: undefined, sms: NOTIFICATIONS_OFF },
  { what: 'nothing', settings: {}, email: undefined, sms: undefined },
])('the practice can switch off $what', ({ settings, email, sms }) => {
  const ctx = openTestApp({ empty: true }).ctx()
  writeSettings(ctx, 'general', settings)
  expect(whyNotificationsOff(ctx, 'email')).toBe(email)
  expect(whyNotificationsOff(ctx, 'sms')).toBe(sms)
  for (const to of ['patient', 'practice'] as const) expect(whyNoEmail(ctx, to, 'a@b.at')).toBe(email)
})
