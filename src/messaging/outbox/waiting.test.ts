import { eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { insertMessage } from './queue.ts'
import { delayMessages, deleteMessages, queueOnce, suppressMessages } from './waiting.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

const push = (bookingId: string, subject: string) =>
  queueOnce(app.ctx(), { channel: 'erp', kind: 'erp-push', recipient: 'Odoo', text: '', bookingId, subject })

it('one message waits for each booking, with the newest subject', () => {
  const [first, second] = ['2027-01-12T09:00:00+01:00', '2027-01-12T10:00:00+01:00'].map(
    (start) => insertBooking(app.db, { startsAt: Date.parse(start) }).id,
  )
  push(first ?? '', 'Termin um 9')
  push(second ?? '', 'Termin um 10')
  push(first ?? '', 'Termin um 8')
  expect(app.rows().map(({ bookingId, subject }) => [bookingId, subject])).toEqual([
    [first, 'Termin um 8'],
    [second, 'Termin um 10'],
  ])

  const other = { kind: 'test', recipient: 'Odoo', text: '', bookingId: first ?? '' } as const
  queueOnce(app.ctx(), { ...other, channel: 'erp', subject: 'Test' })
  queueOnce(app.ctx(), { ...other, channel: 'email', subject: 'Test' })
  expect(app.rows(), 'other kinds and channels wait for themselves').toHaveLength(4)
})

it('waiting messages are delayed or suppressed, unlike a message that is being sent, and the workers wake', () => {
  const woken = vi.fn()
  onWake(app.db, woken)
  const { now } = app.ctx()
  const erp = { channel: 'erp', kind: 'erp-push', recipient: 'Odoo', text: '' } as const
  insertMessage(app.ctx(), erp)
  insertMessage(app.ctx(), erp, { status: 'sending', dueAt: now + 1 })
  woken.mockClear()
  delayMessages(app.ctx(), undefined, now + MINUTE)
  expect(app.rows().map(({ dueAt }) => dueAt - now)).toEqual([MINUTE, 1])
  expect(woken).toHaveBeenCalledWith(undefined)

  suppressMessages(app.ctx(), undefined, 'Abgeschaltet.')
  expect(app.rows().map(({ status, error }) => [status, error])).toEqual([
    ['suppressed', 'Abgeschaltet.'],
    ['sending', null],
  ])
  deleteMessages(app.ctx(), eq(messages.status, 'suppressed'))
  expect(app.rows().map(({ status }) => status)).toEqual(['sending'])
})

it('only the messages that are meant are delayed or suppressed', () => {
  const { now } = app.ctx()
  for (const kind of ['confirmed', 'reminder'] as const)
    insertMessage(app.ctx(), { channel: 'email', kind, recipient: 'a@b.at', text: '' })
  delayMessages(app.ctx(), eq(messages.kind, 'reminder'), now + MINUTE)
  suppressMessages(app.ctx(), eq(messages.kind, 'confirmed'), 'Abgeschaltet.')
  expect(app.rows().map(({ status, dueAt }) => [status, dueAt - now])).toEqual([
    ['suppressed', 0],
    ['queued', MINUTE],
  ])
})
