import { describe, expect, it } from 'vitest'
import { deliverDue } from '../messaging/deliver.ts'
import type { MailPort } from '../messaging/mail.ts'
import { writeSettings } from '../practice/settings.ts'
import { book } from '../testing/factory.ts'
import { type House, openHouse } from '../testing/house.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { nudgeUnanswered, remindDue } from './reminders.ts'

/** Tuesday morning; the practice has confirmed it on the Thursday before. */
const START = '2027-01-12T08:30:00+01:00'

async function booked(confirmed = true) {
  const house = openHouse()
  const { json } = await book(house, house.browser(), START)
  if (confirmed) decideBooking(house.ctx(), json.id, 'confirm', '')
  return { house, id: json.id as string }
}

const sent = (house: House, kind: string) => house.rows('select id from emails where kind = ?', kind).length

function remindAt(house: House, iso: string): number {
  house.at(iso)
  remindDue(house.ctx())
  return sent(house, 'reminder')
}

describe('a reminder', () => {
  it('goes out once, 48 hours before a confirmed appointment', async () => {
    const { house } = await booked()
    expect(remindAt(house, '2027-01-10T08:29:00+01:00')).toBe(0)
    expect(remindAt(house, '2027-01-10T08:30:00+01:00')).toBe(1)
    expect(remindAt(house, '2027-01-10T08:31:00+01:00')).toBe(1)
    expect(remindAt(house, '2027-01-11T12:00:00+01:00')).toBe(1)
  })

  it('waits for the morning when its time lies in the night', async () => {
    const { house } = await booked()
    writeSettings(house.ctx(), 'general', { reminder_hours: 30 })
    expect(remindAt(house, '2027-01-11T02:30:00+01:00')).toBe(0)
    expect(remindAt(house, '2027-01-11T07:59:00+01:00')).toBe(0)
    expect(remindAt(house, '2027-01-11T08:00:00+01:00')).toBe(1)
  })

  it('is never sent after eight in the evening', async () => {
    const { house } = await booked()
    expect(remindAt(house, '2027-01-10T20:00:00+01:00')).toBe(0)
    expect(remindAt(house, '2027-01-10T19:59:00+01:00')).toBe(1)
  })

  it('is not sent for an appointment that was cancelled, or that nobody has confirmed', async () => {
    const cancelled = await booked()
    cancelByPatient(cancelled.house.ctx(), cancelled.id, '')
    expect(remindAt(cancelled.house, '2027-01-10T09:00:00+01:00')).toBe(0)
    const open = await booked(false)
    expect(remindAt(open.house, '2027-01-10T09:00:00+01:00')).toBe(0)
  })

  it('that waits in the outbox is not sent once the appointment was cancelled', async () => {
    const { house, id } = await booked()
    expect(remindAt(house, '2027-01-10T09:00:00+01:00')).toBe(1)
    cancelByPatient(house.ctx(), id, '')
    const posted: string[] = []
    const mail: MailPort = {
      send: async ({ subject }) => {
        posted.push(subject)
        return { ok: true }
      },
    }
    await deliverDue(house.ctx, { mail, log: house.log })
    expect(posted.length).toBeGreaterThan(2)
    expect(house.rows(`select status, error from emails where kind = 'reminder'`)).toEqual([
      { status: 'muted', error: 'Nicht mehr gesendet: Der Termin hat sich geändert.' },
    ])
  })

  it('is not sent when the confirmation itself came so late', async () => {
    const { house, id } = await booked(false)
    house.at('2027-01-11T10:00:00+01:00')
    decideBooking(house.ctx(), id, 'confirm', '')
    expect(remindAt(house, '2027-01-11T11:00:00+01:00')).toBe(0)
  })

  it('is not sent when reminder_hours is 0', async () => {
    const { house } = await booked()
    writeSettings(house.ctx(), 'general', { reminder_hours: 0 })
    expect(remindAt(house, '2027-01-11T12:00:00+01:00')).toBe(0)
  })
})

describe('a request that nobody answers', () => {
  function nudgeAt(house: House, iso: string): number {
    house.at(iso)
    nudgeUnanswered(house.ctx())
    return sent(house, 'unanswered')
  }

  it('is brought to mind once after 24 hours, with working links, and stays open', async () => {
    const { house } = await booked(false)
    expect(nudgeAt(house, '2027-01-08T13:39:00+01:00')).toBe(0)
    expect(nudgeAt(house, '2027-01-08T13:40:00+01:00')).toBe(1)
    expect(nudgeAt(house, '2027-01-10T13:40:00+01:00')).toBe(1)
    const [mail] = house.rows<{ recipient: string; text: string }>(
      `select recipient, text from emails where kind = 'unanswered'`,
    )
    expect(mail?.recipient).toBe('termine@ordination.example')
    expect(mail?.text).toMatch(/\/admin\/confirm\?id=[\w-]+&sig=\d+\.[\w-]+/)
    expect(house.rows('select status from bookings')).toEqual([{ status: 'requested' }])
  })

  it('is not brought to mind once it was answered', async () => {
    const { house } = await booked()
    expect(nudgeAt(house, '2027-01-08T14:00:00+01:00')).toBe(0)
  })
})
