import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { calendarFile } from '../messaging/email/ics.ts'
import { saveResource } from '../schedule/resources.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { feedTokenOf } from '../testing/links.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeFeed, readFeed } from './feeds.ts'

const START = Date.parse('2027-01-12T08:30:00+01:00')

/**
 * Opens an app with the feed of one confirmed appointment: Rosa Musterfrau's, of 12 January 2027 from 08:30
 * to 09:00 in Vienna. `load` reads the feed as a calendar program does.
 */
function openWithFeed(options: { title?: string; initialsOnly?: boolean } = {}) {
  const app = openTestApp()
  const booking = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: START })
  const { url } = makeFeed(app.ctx(), insertAdmin(app), {
    title: 'Handy der Ärztin',
    initialsOnly: false,
    ...options,
  })
  const load = () => {
    const text = readFeed(app.ctx(), feedTokenOf(url)) ?? ''
    const calendar = new ICAL.Component(ICAL.parse(text))
    const events = calendar.getAllSubcomponents('vevent')
    const valuesOf = (property: string) =>
      events.map((event) => String(event.getFirstPropertyValue(property)))
    // A long line continues on the next one, after a space.
    return { text, unfolded: text.replace(/\r\n /g, ''), calendar, events, valuesOf }
  }
  return { app, booking, url, load }
}

describe('a calendar feed', () => {
  it('of one resource shows only its appointments', () => {
    const { app, load } = openWithFeed()
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    insertBooking(app.ctx().db, { status: 'confirmed', resourceId: 'b', firstName: 'Otto' })
    expect(load().events).toHaveLength(2)
    const admin = insertAdmin(app, { email: 'b@ordination.example' })
    const feedOf = (resourceId: string) => {
      const { url } = makeFeed(app.ctx(), admin, { title: 'B', initialsOnly: false, resourceId })
      return readFeed(app.ctx(), feedTokenOf(url))
    }
    expect(feedOf('b')).toContain('Otto')
    expect(feedOf('b')).not.toContain('Rosa')
  })

  it('leaves out appointments whose patient was erased', () => {
    const { app, load } = openWithFeed()
    const startsAt = app.ctx().now - DAY_LENGTH
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt,
      anonymised: true,
      firstName: '',
      lastName: '',
    })
    expect(load().valuesOf('summary')).toEqual(['Rosa Musterfrau'])
  })

  it('shows a calendar program the patient, but no treatment', () => {
    const { text, calendar, events, valuesOf } = openWithFeed().load()
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Handy der Ärztin')
    expect(events).toHaveLength(1)
    // The appointment is from 08:30 to 09:00 in Vienna, an hour earlier in UTC.
    expect(text).toContain('\r\nDTSTART:20270112T073000Z\r\n')
    expect(text).toContain('\r\nDTEND:20270112T080000Z\r\n')
    expect(valuesOf('summary')).toEqual(['Rosa Musterfrau'])
    expect(valuesOf('status')).toEqual(['CONFIRMED'])
    expect(valuesOf('class')).toEqual(['PRIVATE'])
    // The greatest length of a line in bytes (RFC 5545, 3.1).
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('with initials only shows neither names nor services', () => {
    const { app, load } = openWithFeed({ initialsOnly: true })
    const startsAt = START + DAY_LENGTH
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt,
      firstName: 'Özlem',
      lastName: 'van der Probe',
    })
    const { unfolded, valuesOf } = load()
    expect(valuesOf('summary')).toEqual(['R. M.', 'Ö. v.'])
    for (const secret of ['Rosa', 'Musterfrau', 'Özlem', 'Probe', 'Akupunktur'])
      expect(unfolded).not.toContain(secret)
  })

  it('contains no other personal data and no booking id', () => {
    const { booking, load } = openWithFeed()
    const { unfolded } = load()
    for (const secret of [booking.id, booking.serviceName, 'rosa@', '0664', '1980', 'Erfundene Gasse'])
      expect(unfolded).not.toContain(secret)
  })

  it('is the same text until something changes', () => {
    const { app, load } = openWithFeed()
    const { text } = load()
    app.pass(MINUTE)
    expect(load().text).toBe(text)
  })

  it('escapes names, so that they add no property and no event', () => {
    const hostileText = 'x"\r\nATTENDEE:mailto:eve@evil.example\r\nEND:VEVENT;:,\\n'
    const { app, load } = openWithFeed({ title: hostileText })
    app.changeRows(
      'update bookings set first_name = ?, last_name = ?, service_name = ?',
      hostileText,
      hostileText,
      hostileText,
    )
    const { text, calendar, events } = load()
    expect(events).toHaveLength(1)
    for (const component of [calendar, ...events])
      expect(component.getAllProperties().map(({ name }) => name)).not.toContain('attendee')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('the appointments of a calendar feed', () => {
  it('have the UID of the patient’s own calendar entry', () => {
    const { app, booking, load } = openWithFeed()
    const ownCalendar = new ICAL.Component(ICAL.parse(calendarFile(app.ctx(), booking)))
    const ownUid = ownCalendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('uid')
    expect(load().valuesOf('uid')).toEqual([String(ownUid)])
  })

  it('are confirmed and coming, or of the last 30 days', () => {
    const { app, load } = openWithFeed()
    const { db } = app.ctx()
    insertBooking(db, { status: 'requested', startsAt: START + DAY_LENGTH })
    insertBooking(db, { status: 'rejected', startsAt: START + 2 * DAY_LENGTH })
    insertBooking(db, { status: 'cancelled', startsAt: START + 3 * DAY_LENGTH })
    expect(load().events).toHaveLength(1)
    // Thirty days after its start the appointment is still shown.
    app.setClock(new Date(START + 30 * DAY_LENGTH).toISOString())
    expect(load().events).toHaveLength(1)
    app.pass(1)
    // The empty feed is still a valid calendar.
    expect(load().events).toEqual([])
  })

  it.each([
    { initialsOnly: false, name: 'Rosa Musterfrau' },
    { initialsOnly: true, name: 'R. M.' },
  ])('show the time for which $name asks, until that is decided', ({ initialsOnly, name }) => {
    const { app, booking, load } = openWithFeed({ initialsOnly })
    const start = Date.parse('2027-01-13T10:00:00+01:00')
    moveByPatient(app.ctx(), booking.id, { start, message: '' })
    expect(load().valuesOf('summary')).toEqual([`${name}, Verschiebung angefragt → Mi 13. Jänner, 10:00`])
    decideBooking(app.ctx(), booking.id, { decision: 'reject' })
    expect(load().valuesOf('summary')).toEqual([name])
  })
})
