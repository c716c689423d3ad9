import { decideBooking } from '../booking/decisions.ts'
import { remindDue } from '../booking/reminders.ts'
import type { Booking } from '../db/schema.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from './bookings.ts'
import { type SimulatedFault, simulatedFetch } from './simulators/faults.ts'
import { openSevenioSimulator } from './simulators/sevenio.ts'
import { NOW, openTestApp } from './test-app.ts'

/** The start of the appointment, a Tuesday morning. */
export const REMINDED_START = '2027-01-12T08:30:00+01:00'
/** The time at which the reminder is due: by default 48 hours before the start. */
const REMINDER_DUE = '2027-01-10T08:30:00+01:00'

/** Another appointment whose reminder is due at `REMINDER_DUE`. */
export const ALSO_REMINDED = {
  status: 'confirmed',
  startsAt: Date.parse(REMINDED_START) - HOUR,
  reminderBySms: true,
} as const

/** The provider's code for a number that cannot receive SMS, after which no attempt is repeated. */
export const FAILED_FOR_GOOD = '101:202'

type StoredReminder = { id: number; channel: 'email' | 'sms'; status: string; error: string | null }

/** The fields of the appointment and settings of the practice that differ from the defaults. */
export type RemindedOptions = Readonly<{
  booking?: Partial<Booking>
  general?: Parameters<typeof writeSettings<'general'>>[2]
}>

/**
 * Opens an app with a request that was made at `NOW`, five days before its start, or with the appointment
 * that it becomes when the practice confirms it at once.
 */
export function openBeforeReminder({ isConfirmed = true, start = REMINDED_START } = {}) {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(start), createdAt: NOW })
  const confirm = () => decideBooking(app.ctx(), id, { decision: 'confirm' })
  if (isConfirmed) confirm()
  return {
    ...app,
    bookingId: id,
    confirm,
    /** Runs the job at this instant (ISO 8601). @returns the number of reminders by e-mail so far */
    remindAt: (iso: string) => {
      app.setClock(iso)
      remindDue(app.ctx())
      return app.rows(`select id from messages where channel = 'email' and kind = 'reminder'`).length
    },
  }
}

/**
 * Opens an app with an appointment whose patient wants reminders by SMS, just after the reminder was queued.
 * The SMS provider is a simulator.
 */
export function openRemindedApp({ booking, general = {} }: RemindedOptions = {}) {
  const app = openTestApp()
  const sevenio = openSevenioSimulator()
  const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.sevenio]: sevenio })
  const saveProviderKey = (key: string) =>
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: key, SEVENIO_FROM: 'Ordination' })
  saveProviderKey('demo-key')
  writeSettings(app.ctx(), 'general', general)
  const { id: bookingId } = insertBooking(app.ctx().db, {
    status: 'confirmed',
    startsAt: Date.parse(REMINDED_START),
    reminderBySms: true,
    ...booking,
  })
  app.setClock(REMINDER_DUE)
  remindDue(app.ctx())
  /** Lists the SMS and e-mails with a reminder, in order. */
  const listReminders = () =>
    app.rows<StoredReminder>(`select id, channel, status, error from messages where kind = 'reminder'`)
  const findReminder = (channel: StoredReminder['channel']) =>
    listReminders().find((reminder) => reminder.channel === channel)
  return {
    ...app,
    bookingId,
    sevenio,
    listReminders,
    /** Returns the first reminder of a channel. @throws Error when there is none */
    getReminder: (channel: StoredReminder['channel']) => {
      const reminder = findReminder(channel)
      if (reminder === undefined) throw new Error(`There is no reminder by ${channel}.`)
      return reminder
    },
    /** Returns the status of the SMS and of the e-mail; undefined while there is none. */
    reminderStatus: () => ({ sms: findReminder('sms')?.status, email: findReminder('email')?.status }),
    removeProvider: () => saveProviderKey(''),
    /** Delivers the SMS that are due. With `fault` the provider fails at the next one. */
    deliverSms: async (fault?: SimulatedFault) => {
      if (fault !== undefined) sevenio.faults.plan(fault)
      await deliverDue(app.ctx, smsTransport({ httpFetch, log: app.log }), app.log)
    },
  }
}
