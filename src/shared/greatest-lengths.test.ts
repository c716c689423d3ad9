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

const TODAY = '2027-01-07'
const schemaOfAbsence = absenceSchema({ instantOf: Date.parse })
const schemaOfWaiting = waitingSchema({ today: TODAY })

/** The label, and the name in sentences, of the settings; neither matters to a length. */
const LABEL = 'Angabe'

/** Wraps the rule of a setting, because a length is tested in a field of an object. */
const settingSchema = ({ rule }: Readonly<{ rule: v.GenericSchema }>) => v.object({ setting: rule })

type LengthCase = Readonly<{
  schema: v.GenericSchema
  field: string
  most: number
  /** Other fields that are sent, on which the rule of the field depends. */
  others?: Readonly<Record<string, string>>
}>

const SMS_SENDER = SMS_SETTINGS.sevenio.sections[0].fields.SEVENIO_FROM

// All these rules refuse a long text with the same sentence, so one table shows the length of each.
it.each<LengthCase>([
  { schema: schemaOfAbsence, field: 'title', most: 120, others: { kind: 'block' } },
  { schema: schemaOfAbsence, field: 'resource_id', most: 64, others: { kind: 'block' } },
  { schema: schemaOfAbsence, field: 'title', most: 120, others: { kind: 'closure' } },
  { schema: schemaOfAbsence, field: 'reason', most: 200, others: { kind: 'closure' } },
  { schema: feedSchema, field: 'title', most: 80 },
  { schema: newCalendarSchema, field: 'name', most: 80 },
  { schema: newCalendarSchema, field: 'url', most: 2000 },
  { schema: calendarSchema, field: 'url', most: 2000 },
  { schema: newPasskeySchema, field: 'name', most: 40 },
  { schema: resourceSchema, field: 'name', most: 120 },
  { schema: resourceSchema, field: 'title', most: 120 },
  { schema: resourceSchema, field: 'odoo_user', most: 200 },
  { schema: invitationSchema, field: 'name', most: 80 },
  { schema: staffChangeSchema, field: 'name', most: 80 },
  { schema: schemaOfWaiting, field: 'booking_id', most: 100 },
  { schema: schemaOfWaiting, field: 'service_id', most: 64 },
  { schema: waitingByPracticeSchema({ today: TODAY }), field: 'name', most: 160 },
  { schema: settingSchema(formats.hostNameField(LABEL)), field: 'setting', most: 253 },
  { schema: settingSchema(formats.mailboxField(LABEL, 'Ungültig.')), field: 'setting', most: 200 },
  { schema: settingSchema(formats.e164Field(LABEL, LABEL)), field: 'setting', most: 40 },
  { schema: settingSchema(formats.phoneField(LABEL, LABEL)), field: 'setting', most: 40 },
  { schema: settingSchema(formats.webAddressField(LABEL)), field: 'setting', most: 500 },
  { schema: settingSchema(formats.serverAddressField(LABEL, LABEL)), field: 'setting', most: 500 },
  { schema: settingSchema(formats.ageRecipientField(LABEL)), field: 'setting', most: 500 },
  { schema: settingSchema(fields.secretField(LABEL)), field: 'setting', most: 500 },
  { schema: settingSchema(fields.passwordField(LABEL)), field: 'setting', most: 500 },
  { schema: settingSchema(SMS_SENDER), field: 'setting', most: 20 },
])('a text is too long only beyond its greatest length: $field, at most $most', (lengthCase) => {
  const { schema, field, most, others } = lengthCase
  const sentence = `Bitte höchstens ${most} Zeichen eingeben.`
  const errorForLength = (length: number) => {
    const { issues = [] } = v.safeParse(schema, { ...others, [field]: 'x'.repeat(length) })
    return fieldErrorsOf(issues)[field]
  }
  expect(errorForLength(most)).not.toBe(sentence)
  expect(errorForLength(most + 1)).toBe(sentence)
})
