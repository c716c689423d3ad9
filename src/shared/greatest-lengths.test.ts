import * as v from 'valibot'
import { expect, it } from 'vitest'
import { absenceSchema } from './absence.ts'
import { feedSchema } from './feed.ts'
import { fieldErrorsOf } from './field-errors.ts'
import { calendarSchema, newCalendarSchema } from './other-calendar.ts'
import { newPasskeySchema } from './passkeys.ts'
import { resourceSchema } from './resource.ts'
import * as fields from './settings/setting-fields.ts'
import * as formats from './settings/setting-formats.ts'
import { SMS_SETTINGS } from './settings/sms-settings.ts'
import { invitationSchema, staffChangeSchema } from './staff.ts'
import { waitingByPracticeSchema } from './waiting-by-practice.ts'
import { waitingSchema } from './waiting-list-rules.ts'

const setting = (rule: v.GenericSchema) => v.object({ setting: rule })
const absence = absenceSchema({ instantOf: Date.parse })
const today = '2027-01-07'

it.each<[field: string, most: number, schema: v.GenericSchema, kind?: string]>([
  ['title', 120, absence, 'block'],
  ['resource_id', 64, absence, 'block'],
  ['title', 120, absence, 'closure'],
  ['reason', 200, absence, 'closure'],
  ['title', 80, feedSchema],
  ['name', 80, newCalendarSchema],
  ['url', 2000, newCalendarSchema],
  ['url', 2000, calendarSchema],
  ['name', 40, newPasskeySchema],
  ['name', 120, resourceSchema],
  ['title', 120, resourceSchema],
  ['odoo_user', 200, resourceSchema],
  ['name', 80, invitationSchema],
  ['name', 80, staffChangeSchema],
  ['booking_id', 100, waitingSchema({ today })],
  ['service_id', 64, waitingSchema({ today })],
  ['name', 160, waitingByPracticeSchema({ today })],
  ['setting', 253, setting(formats.hostNameField('S').rule)],
  ['setting', 200, setting(formats.mailboxField('S', 'Ungültig.').rule)],
  ['setting', 40, setting(formats.e164Field('S', 'S').rule)],
  ['setting', 40, setting(formats.phoneField('S', 'S').rule)],
  ['setting', 500, setting(formats.webAddressField('S').rule)],
  ['setting', 500, setting(formats.serverAddressField('S', 'S').rule)],
  ['setting', 500, setting(formats.ageRecipientField('S').rule)],
  ['setting', 500, setting(fields.secretField('S').rule)],
  ['setting', 500, setting(fields.passwordField('S').rule)],
  ['setting', 20, setting(SMS_SETTINGS.sevenio.sections[0].fields.SEVENIO_FROM.rule)],
])('a text is too long only beyond its greatest length: %s, at most %i', (field, most, schema, kind) => {
  const sentence = `Bitte höchstens ${most} Zeichen eingeben.`
  const isRefused = [most, most + 1].map((length) => {
    const { issues = [] } = v.safeParse(schema, { kind, [field]: 'x'.repeat(length) })
    return fieldErrorsOf(issues)[field] === sentence
  })
  expect(isRefused).toEqual([false, true])
})
