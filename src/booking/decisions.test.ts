import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openHouse } from '../testing/house.ts'
import { type Decision, decideBooking } from './decisions.ts'

const DECISIONS: readonly (readonly [Decision, 'confirmed' | 'rejected'])[] = [
  ['confirm', 'confirmed'],
  ['reject', 'rejected'],
]
const ALREADY = {
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits storniert.',
}

function requested(changes: Parameters<typeof insertBooking>[1] = {}) {
  const house = openHouse()
  const { id } = insertBooking(house.ctx().db, changes)
  const everything = () =>
    ['bookings', 'occupations', 'events', 'emails', 'sms'].map((table) =>
      house.rows(`select * from ${table} order by 1`),
    )
  return {
    house,
    id,
    everything,
    decide: (decision: Decision) => decideBooking(house.ctx(), id, decision, ''),
  }
}

describe.each(DECISIONS)('to %s', (decision, status) => {
  it('is done once, and told the patient', () => {
    const { house, decide } = requested()
    expect(decide(decision)).toMatchObject({ booking: { status }, repeated: false, muted: false })
    expect(house.rows('select kind from emails')).toEqual([{ kind: status }])
  })

  it('a second time is harmless, an hour later too', () => {
    const { house, decide, everything } = requested()
    decide(decision)
    house.pass(3_600_000)
    const before = everything()
    expect(decide(decision)).toMatchObject({ booking: { status }, repeated: true })
    expect(everything()).toEqual(before)
  })

  it.each(Object.entries(ALREADY).filter(([other]) => other !== status))(
    'is refused when it was %s, and nothing changes',
    (other, sentence) => {
      const { decide, everything } = requested({ status: other as 'cancelled' })
      const before = everything()
      expect(() => decide(decision)).toThrow(
        expect.objectContaining({ code: 'already_decided', message: sentence, facts: { status: other } }),
      )
      expect(everything()).toEqual(before)
    },
  )

  it('is refused for a booking that is not there', () => {
    const { house } = requested()
    expect(() => decideBooking(house.ctx(), 'x'.repeat(32), decision, '')).toThrow(
      expect.objectContaining({ code: 'not found' }),
    )
  })

  it('says when the patient hears nothing of it by mail', () => {
    const { house, decide } = requested()
    writeSettings(house.ctx(), 'general', { notify_muteEmail: true })
    expect(decide(decision)).toMatchObject({ repeated: false, muted: true })
  })
})

describe('a confirmation tests the slot again', () => {
  it.each([
    ['was lost', 'delete from occupations'],
    ['begins too late', 'update occupations set starts_at = starts_at + 60000'],
    ['ends too early', 'update occupations set ends_at = ends_at - 60000'],
  ])('and is refused when its time %s', (_, harm) => {
    const { house, decide, everything } = requested()
    house.ctx().db.$client.exec(harm)
    const before = everything()
    expect(() => decide('confirm')).toThrow(
      expect.objectContaining({
        code: 'slot_taken',
        message: 'Diese Zeit ist inzwischen anders belegt. Bitte lehnen Sie den Termin ab.',
      }),
    )
    expect(everything()).toEqual(before)
  })

  it('and is not refused when paddings are held beside it', () => {
    const { house, decide } = requested()
    house
      .ctx()
      .db.$client.exec('update occupations set starts_at = starts_at - 300000, ends_at = ends_at + 300000')
    expect(decide('confirm').booking.status).toBe('confirmed')
  })

  it('and lets nobody have the time beside it', () => {
    const { house, decide } = requested()
    decide('confirm')
    expect(() => insertBooking(house.ctx().db)).toThrow()
  })

  it('while a rejection needs none', () => {
    const { house, decide } = requested()
    house.ctx().db.$client.exec('delete from occupations')
    expect(decide('reject').booking.status).toBe('rejected')
  })
})
