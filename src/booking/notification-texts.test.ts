import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { deleteService } from '../schedule/services.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { notifyConfirmed, notifyRejected, notifyReminder, notifyRequested } from './notifications.ts'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

describe('the e-mails of confirmation and reminder', () => {
  const SERVICE = 'vorsorgegespraech'

  /** Queues both e-mails about a booking of forty minutes, and returns their texts. */
  const textsOfBoth = () => {
    const booking = insertBooking(app.ctx().db, { serviceId: SERVICE, durationMin: 40 })
    notifyConfirmed(app.ctx(), booking, '')
    notifyReminder(app.ctx(), booking)
    const mails = app.rows<{ text: string }>(`select text from messages where channel = 'email'`)
    expect(mails).toHaveLength(2)
    return mails.map(({ text }) => text)
  }

  beforeEach(() => {
    app.changeRows(
      `update services set hint = 'Bitte nüchtern kommen.', duration_min = 50, display_duration_min = null
        where id = ?`,
      SERVICE,
    )
  })

  it('show the route, the duration of the booking, and the service’s present hint', () => {
    for (const text of textsOfBoth()) {
      expect(text).toContain('Dauer: ca. 40\u00a0Min\n')
      expect(text).toContain('Route planen:\nhttps://www.google.com/maps/dir/?api=1&destination=Ordination')
      expect(text).toContain('Mitbringen und Vorbereitung:\n> Bitte nüchtern kommen.')
    }
  })

  it('show no hint of a service that was deleted', () => {
    deleteService(app.ctx(), SERVICE)
    for (const text of textsOfBoth()) expect(text).not.toContain('Mitbringen')
  })
})

describe('the links in e-mails', () => {
  const BASE_URLS = {
    PUBLIC_BASE_URL: 'https://public.example',
    INTERNAL_BASE_URL: 'https://intern.example',
    PATIENT_BASE_URL: 'https://patient.example',
  }

  /** Lists the links in the e-mail of this kind, in order. */
  const linksIn = (kind: string) => {
    const emails = `select text from messages where channel = 'email' and kind = ?`
    const [email] = app.rows<{ text: string }>(emails, kind)
    return email?.text.match(/https?:\/\/\S+/g) ?? []
  }

  it('use separate base URLs for patients and staff', () => {
    writeSettings(app.ctx(), 'urls', BASE_URLS)
    const booking = insertBooking(app.ctx().db, { serviceId: 'akupunktur' })
    notifyRequested(app.ctx(), booking)
    notifyRejected(app.ctx(), booking, '')
    expect(linksIn('reservation-received').slice(0, 4)).toEqual([
      `https://patient.example/patient/overview?id=${booking.id}`,
      `https://patient.example/patient/move?id=${booking.id}`,
      `https://patient.example/patient/reject?id=${booking.id}`,
      'https://patient.example/meine-termine',
    ])
    expect(linksIn('new-reservation').slice(0, 3)).toEqual([
      expect.stringMatching(/^https:\/\/intern\.example\/admin\/confirm\?id=[\w-]+&sig=\d+\.[\w-]{43}$/),
      expect.stringMatching(/^https:\/\/intern\.example\/admin\/reject\?id=[\w-]+&sig=\d+\.[\w-]{43}$/),
      'https://intern.example/admin',
    ])
    expect(linksIn('rejected')[0]).toBe('https://public.example/?service=akupunktur')
  })
})
