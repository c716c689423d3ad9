import { describe, expect, it } from 'vitest'
import { deleteResource } from '../schedule/resource-deletion.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { openWaitingListApp } from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { cancelByStaff } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { reinstateBooking } from './reinstatement.ts'
import { remindDue } from './reminders.ts'

/** Opens an app with a cancelled appointment whose calendar invitation was sent. */
function openCancelled() {
  const app = openTestApp()
  const { id, startsAt } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung' })
  decideBooking(app.assistant(), id, { decision: 'confirm' })
  app.changeRows(`update messages set status = 'sent'`)
  cancelByStaff(app.assistant(), id, '')
  app.pass(MINUTE)
  return { app, id, startsAt, reinstate: () => reinstateBooking(app.assistant(), id, 'Doch noch frei.') }
}

describe('a reinstated appointment', () => {
  it('is confirmed at its time, and its patient gets a new invitation', () => {
    const { app, id, startsAt, reinstate } = openCancelled()
    expect(reinstate()).toMatchObject({ id, startsAt, status: 'confirmed', cancelledBy: null })
    expect(app.rows('select booking_id, starts_at from occupations')).toEqual([
      { booking_id: id, starts_at: startsAt },
    ])
    const [mail] = app.rows<{ text: string; calendar: string }>(
      `select text, calendar from messages where kind = 'confirmed' and channel = 'email' order by id desc limit 1`,
    )
    expect(mail?.text).toContain('Doch noch frei.')
    expect(mail?.calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:2/)
    expect(app.rows(`select action from audit`).at(-1)).toEqual({ action: 'booking-reinstated' })
  })

  it('has the paddings of its service', () => {
    const app = openTestApp()
    const { id, startsAt } = insertBooking(app.ctx().db, { serviceId: 'akupunktur', durationMin: 30 })
    const { paddingBeforeMin, paddingAfterMin } = getService(app.ctx(), 'akupunktur')
    expect(Math.min(paddingBeforeMin, paddingAfterMin)).toBeGreaterThan(0)
    cancelByStaff(app.assistant(), id, '')
    reinstateBooking(app.assistant(), id, '')
    expect(app.rows('select starts_at, ends_at from occupations')).toEqual([
      {
        starts_at: startsAt - paddingBeforeMin * MINUTE,
        ends_at: startsAt + (30 + paddingAfterMin) * MINUTE,
      },
    ])
  })

  it('ends its patient’s waiting entry for its service', () => {
    const app = openWaitingListApp()
    const email = 'anna@warteliste.example'
    const { id } = insertBooking(app.ctx().db, { serviceId: 'akupunktur', email })
    cancelByStaff(app.assistant(), id, '')
    app.pass(MINUTE)
    app.addCaller('anna', { service_id: 'akupunktur' })
    const countWaiting = () => app.rows('select id from waiting_entries where ended_at is null').length
    expect(countWaiting()).toBe(1)
    reinstateBooking(app.assistant(), id, '')
    expect(countWaiting()).toBe(0)
  })

  it('gets a reminder, even if one was sent before the cancellation', () => {
    const { app, reinstate } = openCancelled()
    app.changeRows('update bookings set reminded_at = ?', app.ctx().now)
    reinstate()
    // The appointment begins a day later, at 08:30.
    app.setClock('2027-01-11T09:00:00+01:00')
    remindDue(app.ctx())
    expect(app.rows(`select kind from messages where kind = 'reminder' and channel = 'email'`)).toHaveLength(
      1,
    )
  })

  it('is refused when its time is taken', () => {
    const { app, startsAt, reinstate } = openCancelled()
    insertBooking(app.ctx().db, { startsAt, email: 'otto@beispielmann.example' })
    expect(refusalCode(reinstate)).toBe('slot_taken')
  })

  it('is refused when its time has begun', () => {
    const { app, startsAt, reinstate } = openCancelled()
    app.setClock(isoAt(startsAt))
    expect(refusalCode(reinstate)).toBe('too_late')
  })

  it('is refused when its doctor was deleted', () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    const { id } = insertBooking(app.ctx().db, { resourceId: 'doctor-2' })
    cancelByStaff(app.assistant(), id, '')
    deleteResource(app.ctx(), 'doctor-2')
    expect(() => reinstateBooking(app.assistant(), id, '')).toThrow(
      '„Dr. B“ gibt es hier nicht mehr. Bitte tragen Sie einen neuen Termin ein.',
    )
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('is refused when it is not cancelled', () => {
    const { reinstate } = openCancelled()
    reinstate()
    expect(refusalCode(reinstate)).toBe('conflict')
  })
})
