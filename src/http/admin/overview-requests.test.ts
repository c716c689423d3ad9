import { describe, expect, it } from 'vitest'
import { encryptAnswers } from '../../booking/answers.ts'
import { moveByPatient } from '../../booking/patient-moves.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openHealthyApp } from '../../testing/healthy-app.ts'

const REQUESTED_START = '2027-01-12T08:30:00+01:00'

describe('the requests in the overview', () => {
  it('have the visits of the patient', async () => {
    const app = openHealthyApp()
    insertBooking(app.ctx().db, { startsAt: Date.parse(REQUESTED_START) })
    insertBooking(app.ctx().db, {
      startsAt: Date.parse('2026-12-08T09:30:00+01:00'),
      status: 'confirmed',
      attendance: 'no_show',
    })
    const { requests } = await app.readOverview()
    expect(requests).toMatchObject([{ start: REQUESTED_START, visits: { count: 1, no_show: 1 } }])
  })

  it('have the message of a move, and no answers to questions', async () => {
    const app = openHealthyApp()
    const { db, now } = app.ctx()
    const { id } = insertBooking(db, { createdAt: now })
    const answers = encryptAnswers(app.ctx(), id, [{ id: 'a', label: 'Anliegen?', value: 'Husten' }])
    app.changeRows('update bookings set answers = ?', answers)
    const startsAt = Date.parse('2027-01-13T09:00:00+01:00')
    const appointment = insertBooking(db, { startsAt, status: 'confirmed', serviceId: 'folgebehandlung' })
    moveByPatient(app.ctx(), appointment.id, {
      start: startsAt + DAY_LENGTH,
      message: 'Da bin ich verreist.',
    })

    const { requests } = await app.readOverview()
    expect(requests).toMatchObject([
      { id, message: '' },
      { id: appointment.id, message: 'Da bin ich verreist.' },
    ])
    expect(JSON.stringify(requests)).not.toContain('Husten')
  })
})
