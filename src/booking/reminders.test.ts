import { describe, expect, it } from 'vitest'
import { deliverDue } from '../messaging/deliver.ts'
import { deliverDueSms } from '../messaging/deliver-sms.ts'
import type { MailPort } from '../messaging/mail.ts'
import { writeSettings } from '../practice/settings.ts'
import { book } from '../testing/factory.ts'
import { type House, openHouse } from '../testing/house.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { askSimulators } from '../testing/simulators/trouble.ts'
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

  it('that could not be sent by day waits for the next, by mail and by text message', async () => {
    const { house } = await booked()
    house.rows(`update emails set status = 'sent' returning id`)
    writeSettings(house.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    expect(remindAt(house, '2027-01-10T19:59:00+01:00')).toBe(1)
    const sevenio = openSevenioSimulator()
    const ask = askSimulators({ [house.ctx().config.sevenioBaseUrl]: sevenio })
    const posted: string[] = []
    const mail: MailPort = {
      send: async ({ subject }) => {
        posted.push(subject)
        return { ok: true }
      },
    }
    const deliverAt = async (iso: string) => {
      house.at(iso)
      await deliverDue(house.ctx, { mail, log: house.log })
      await deliverDueSms(house.ctx, { ask, log: house.log })
      return [posted.length, sevenio.taken.length]
    }
    expect(await deliverAt('2027-01-10T20:00:00+01:00')).toEqual([0, 0])
    expect(await deliverAt('2027-01-11T03:00:00+01:00')).toEqual([0, 0])
    const waiting = { status: 'queued', attempts: 0, due_at: Date.parse('2027-01-11T08:00:00+01:00') }
    for (const table of ['emails', 'sms'])
      expect(house.rows(`select status, attempts, due_at from ${table} where kind = 'reminder'`)).toEqual([
        waiting,
      ])
    expect(await deliverAt('2027-01-11T08:00:00+01:00')).toEqual([1, 1])
    expect(await deliverAt('2027-01-11T08:01:00+01:00')).toEqual([1, 1])
  })

  it('goes by text message too, in one, and names no treatment', async () => {
    const { house } = await booked()
    writeSettings(house.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
    remindAt(house, '2027-01-10T09:00:00+01:00')
    remindAt(house, '2027-01-10T09:01:00+01:00')
    expect(house.rows('select kind, text from sms')).toEqual([
      {
        kind: 'reminder',
        text: expect.stringContaining('Wir erinnern Sie an Ihren Termin am Di 12. Jänner, 08:30 Uhr'),
      },
    ])
  })

  it.each([
    [24, '2027-01-11T08:29:00+01:00', '2027-01-11T08:30:00+01:00'],
    [72, '2027-01-09T08:29:00+01:00', '2027-01-09T08:30:00+01:00'],
  ])('goes out as many hours ahead as the practice wishes: %i', async (hours, before, then) => {
    const { house } = await booked()
    writeSettings(house.ctx(), 'general', { reminder_hours: hours })
    expect(remindAt(house, before)).toBe(0)
    expect(remindAt(house, then)).toBe(1)
  })

  it('goes out once though several processes look at the same moment', async () => {
    const { house } = await booked()
    house.at('2027-01-10T09:00:00+01:00')
    for (let i = 0; i < 5; i++) remindDue(house.ctx())
    expect(sent(house, 'reminder')).toBe(1)
  })

  it('is made up for by a machine that slept, as long as the appointment lies ahead', async () => {
    const { house } = await booked()
    expect(remindAt(house, '2027-01-12T08:29:00+01:00')).toBe(1)
    const late = await booked()
    expect(remindAt(late.house, '2027-01-12T08:30:00+01:00')).toBe(0)
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

  it.each(['confirm', 'reject'] as const)(
    'is not brought to mind once it was answered: %s',
    async (decision) => {
      const { house, id } = await booked(false)
      decideBooking(house.ctx(), id, decision, '')
      expect(nudgeAt(house, '2027-01-08T14:00:00+01:00')).toBe(0)
    },
  )

  it('is not brought to mind once the patient has cancelled, or its time has passed', async () => {
    const cancelled = await booked(false)
    cancelByPatient(cancelled.house.ctx(), cancelled.id, '')
    expect(nudgeAt(cancelled.house, '2027-01-08T14:00:00+01:00')).toBe(0)
    const { house } = await booked(false)
    expect(nudgeAt(house, START)).toBe(0)
  })

  it('is brought to mind by day only', async () => {
    const { house } = await booked(false)
    house.rows('update bookings set created_at = ? returning id', Date.parse('2027-01-07T22:00:00+01:00'))
    expect(nudgeAt(house, '2027-01-08T22:30:00+01:00')).toBe(0)
    expect(nudgeAt(house, '2027-01-09T07:59:00+01:00')).toBe(0)
    expect(nudgeAt(house, '2027-01-09T08:00:00+01:00')).toBe(1)
  })

  it('that waits in the outbox is not sent once somebody has answered', async () => {
    const { house, id } = await booked(false)
    expect(nudgeAt(house, '2027-01-08T13:40:00+01:00')).toBe(1)
    decideBooking(house.ctx(), id, 'reject', '')
    await deliverDue(house.ctx, { mail: { send: async () => ({ ok: true }) }, log: house.log })
    expect(house.rows(`select status from emails where kind = 'unanswered'`)).toEqual([{ status: 'muted' }])
  })

  it('is decided by the links of its nudge', async () => {
    const { house, id } = await booked(false)
    nudgeAt(house, '2027-01-08T13:40:00+01:00')
    const [mail] = house.rows<{ text: string }>(`select text from emails where kind = 'unanswered'`)
    const [, sig] = /\/admin\/confirm\?id=[\w-]+&sig=(\S+)/.exec(mail?.text ?? '') ?? []
    const answer = await house.browser().post('/api/admin/confirm', { id, message: '', sig })
    expect([answer.status, answer.json.status]).toEqual([200, 'confirmed'])
  })
})
