import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { book } from '../testing/factory.ts'
import { type ManualBookingApp, openManualBookingApp, TIME_IS_TAKEN } from '../testing/manual-booking-app.ts'
import { NOW } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { cancelByStaff } from './cancellation.ts'

let app: ManualBookingApp

beforeEach(() => {
  app = openManualBookingApp()
})

describe('a manual booking is refused', () => {
  it('when it overlaps another appointment or its paddings', async () => {
    // The appointment lasts from 08:30 to 09:15, with a padding of five minutes after it. A follow-up lasts
    // half an hour, so it must end by 08:30, or begin at 09:20 or later.
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const databaseBefore = app.ctx().db.$client.serialize()
    const onThatDay = (time: string) => ({ start: `2027-01-12T${time}:00+01:00` })
    for (const time of ['08:01', '08:30', '09:00', '09:15', '09:19'])
      expect(app.refusalToEnter(onThatDay(time)), time).toEqual(TIME_IS_TAKEN)
    expect(databaseBefore.equals(app.ctx().db.$client.serialize())).toBe(true)
    expect(app.enter(onThatDay('08:00')).status).toBe('confirmed')
    expect(app.enter(onThatDay('09:20')).status).toBe('confirmed')
  })

  it('within an absence, even where an appointment was cancelled', () => {
    const { id } = app.enter({ start: '2027-01-12T10:00:00+01:00' })
    saveAbsence(app.assistant(), {
      kind: 'block',
      title: 'Fortbildung',
      start: Date.parse('2027-01-12T09:30:00+01:00'),
      end: Date.parse('2027-01-12T12:00:00+01:00'),
      resource_id: null,
    })
    expect(app.refusalToEnter({ start: '2027-01-12T11:00:00+01:00' })).toEqual(TIME_IS_TAKEN)
    cancelByStaff(app.assistant(), id, '')
    expect(app.refusalToEnter({ start: '2027-01-12T10:00:00+01:00' })).toEqual(TIME_IS_TAKEN)
    // A follow-up that ends when the absence begins is possible.
    expect(app.enter({ start: '2027-01-12T09:00:00+01:00' }).status).toBe('confirmed')
  })

  it.each([
    {
      when: 'in the past',
      start: isoAt(NOW - MINUTE),
      sentence: 'Dieser Zeitpunkt liegt in der Vergangenheit.',
    },
    {
      when: 'not on a whole minute',
      start: '2027-01-12T10:00:30+01:00',
      sentence: 'Bitte eine Uhrzeit in ganzen Minuten angeben.',
    },
    {
      when: 'in a mistyped year',
      start: '2030-01-12T10:00:00+01:00',
      sentence: 'Bitte einen Tag innerhalb der nächsten zwei Jahre wählen.',
    },
  ])('$when', ({ start, sentence }) => {
    expect(app.refusalToEnter({ start })).toEqual(['invalid', { start: sentence }])
    expect(app.rows('select id from bookings')).toEqual([])
  })

  it('for a service that is unknown or switched off', () => {
    const noSuchService = ['service_not_found', 'Diese Leistung gibt es nicht mehr.']
    expect(app.refusalToEnter({ serviceId: 'massage' })).toEqual(noSuchService)
    app.changeRows(`update services set active = 0 where id = 'folgebehandlung'`)
    expect(app.refusalToEnter()).toEqual(noSuchService)
  })

  it('for a service without a duration', () => {
    saveService(app.ctx(), { id: 'anruf', name: 'Anruf', durationMin: 0 })
    expect(app.refusalToEnter({ serviceId: 'anruf' })).toEqual([
      'invalid',
      { service_id: 'Diese Leistung hat keine Dauer und kann nicht eingetragen werden.' },
    ])
  })
})
