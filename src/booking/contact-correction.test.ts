import { describe, expect, it } from 'vitest'
import { decrypt } from '../access/crypto.ts'
import { listBookings } from '../backoffice/booking-list.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { openBooked } from '../testing/booked-app.ts'
import { insertBooking } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { maskedSvnr } from './contact-columns.ts'
import { correctContact } from './contact-correction.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { undoChange } from './undo.ts'

/** Milliseconds from `NOW` until long after the appointments, which are on 12 January. */
const LONG_AFTER = 30 * DAY_LENGTH

describe('a corrected contact', () => {
  it('is stored in normalised form, found and shown', async () => {
    const { app, id, correct, booking } = await openBooked()
    app.pass(1000)
    const changes = { lastName: 'Müller', email: 'Rosa+Termin@Beispiel.example', city: 'Bregenz' }
    expect(correct(changes)).toEqual(['lastName', 'email', 'city'])
    const email = { email: 'rosa+termin@beispiel.example', mailbox: 'rosa@beispiel.example' }
    expect(booking()).toMatchObject({ ...changes, ...email, updatedAt: app.ctx().now })

    const find = (search: string) =>
      listBookings(app.ctx(), { search }, { limit: 9, offset: 0 }).bookings.map((row) => row.booking.id)
    expect([find('Mueller'), find('Musterfrau')]).toEqual([[id], []])
    expect((await app.browser().get(`/api/bookings/${id}`)).json.contact).toMatchObject({
      name: 'Rosa Müller',
    })
  })

  it('is recorded in history and audit with the changed fields, but no values', async () => {
    const { app, id, correct } = await openBooked()
    correct({ mobile: '0664 7654321', birthDate: '', svn4: null })
    expect(app.rows(`select actor_name, message from events where kind = 'contact-changed'`)).toEqual([
      { actor_name: 'assistenz@ordination.example', message: 'Telefon, Geburtsdatum, SVNR' },
    ])
    expect(app.rows('select action, subject, changes from audit')).toEqual([
      {
        action: 'booking-contact-changed',
        subject: `${id.slice(0, 6)}…`,
        changes: JSON.stringify([{ field: 'mobile' }, { field: 'birthDate' }, { field: 'svn4' }]),
      },
    ])
  })

  it('changes nothing if it is the stored contact in another spelling', async () => {
    const { app, correct, booking } = await openBooked()
    const bookingBefore = booking()
    app.pass(1000)
    expect(correct({ email: 'ROSA@Musterfrau.example', svn4: '1237' })).toEqual([])
    expect(booking()).toEqual(bookingBefore)
    expect(
      app.rows(`select 1 from events where kind = 'contact-changed' union all select 1 from audit`),
    ).toEqual([])
  })

  it('is pushed to Odoo until the confirmed appointment is over', () => {
    const app = openTestApp()
    app.setUpOdoo()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const listPushes = () => app.rows(`select booking_id from messages where channel = 'erp'`)
    correctContact(app.assistant(), id, { ...CALLER, svn4: '' })
    expect(listPushes()).toEqual([{ booking_id: id }])
    app.changeRows(`delete from messages`)
    app.pass(LONG_AFTER)
    correctContact(app.assistant(), id, { ...CALLER, lastName: 'Müller', svn4: '' })
    expect(listPushes()).toEqual([])
  })

  it('is stored even in a cancelled booking that is over', async () => {
    const { app, id, correct, booking } = await openBooked()
    cancelByStaff(app.assistant(), id, '')
    app.pass(LONG_AFTER)
    correct({ firstName: 'Rosalie' })
    expect(booking()).toMatchObject({ status: 'cancelled', firstName: 'Rosalie' })
  })

  it('is refused for an unknown booking', () => {
    const app = openTestApp()
    expect(refusalOf(() => correctContact(app.assistant(), 'x', { ...CALLER, svn4: '' }))?.code).toBe(
      'not found',
    )
  })
})

describe('the social security number', () => {
  // The patient typed the first four digits, of which the fourth is a check digit. The date follows.
  const OF_BIRTH_DATE = '1237010180'
  const OF_ANOTHER_DATE = '1237140180'
  /** Opens an app with a booking. `storedSvnr` decrypts the number that it stores. */
  const openWithSvnr = async () => {
    const { app, id, booking, correct } = await openBooked()
    const storedSvnr = () => {
      const { svnr } = booking()
      return svnr && decrypt(app.ctx(), `bookings:svnr:${id}`, svnr)
    }
    return { booking, correct, storedSvnr }
  }

  it('can be kept, replaced, removed and entered again', async () => {
    const { correct, booking, storedSvnr } = await openWithSvnr()
    correct({ firstName: 'Rosalie' })
    expect(storedSvnr()).toBe(OF_BIRTH_DATE)
    correct({ svn4: OF_ANOTHER_DATE })
    expect(storedSvnr()).toBe(OF_ANOTHER_DATE)
    correct({ svn4: null })
    expect([storedSvnr(), maskedSvnr(booking())]).toEqual([null, null])
    correct({ svn4: OF_BIRTH_DATE.slice(0, 4) })
    expect(storedSvnr()).toBe(OF_BIRTH_DATE)
  })

  it('follows a corrected birth date only if its check digit fits', async () => {
    const { correct, booking, storedSvnr } = await openWithSvnr()
    const svn4 =
      'Die gespeicherte SVNR passt nicht zum neuen Geburtsdatum. Bitte neu eingeben oder entfernen.'
    const refused = refusalOf(() => correct({ birthDate: '1981-01-01' }))
    expect([refused?.code, refused?.facts.fields]).toEqual(['invalid', { svn4 }])
    expect([storedSvnr(), booking().birthOn]).toEqual([OF_BIRTH_DATE, '1980-01-01'])
    // The check digit happens to fit this date too.
    expect(correct({ birthDate: '1980-01-28' })).toEqual(['birthDate', 'svn4'])
    expect(storedSvnr()).toBe('1237280180')
  })

  it('that contains another date than the birth date stays when the birth date is corrected', async () => {
    const { correct, storedSvnr } = await openWithSvnr()
    correct({ svn4: OF_ANOTHER_DATE })
    correct({ birthDate: '1981-01-01' })
    expect(storedSvnr()).toBe(OF_ANOTHER_DATE)
  })
})

describe('a correction of the contact', () => {
  it('does not keep a confirmation from being undone', async () => {
    const { app, id, correct, booking } = await openBooked()
    decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
    app.pass(1000)
    correct({ lastName: 'Müller' })
    undoChange(app.assistant(), id)
    expect(booking()).toMatchObject({ status: 'requested', lastName: 'Müller' })
  })

  it('does not change the answer to a repeated decision on a move', async () => {
    const { app, id, correct } = await openBooked({ isConfirmed: true })
    moveByPatient(app.ctx(), id, { start: Date.parse('2027-01-12T10:00:00+01:00'), message: '' })
    decideBooking(app.assistant(), id, { decision: 'reject' })
    correct({ lastName: 'Müller' })
    expect(decideBooking(app.assistant(), id, { decision: 'reject' })).toMatchObject({
      repeated: true,
      about: 'move',
    })
  })

  it('keeps the time that the patient asks for, which undoing a later move by the practice restores', async () => {
    const { app, id, correct, booking } = await openBooked({ isConfirmed: true })
    const askedStart = Date.parse('2027-01-12T10:00:00+01:00')
    moveByPatient(app.ctx(), id, { start: askedStart, message: '' })
    correct({ lastName: 'Müller' })
    app.pass(1000)
    const start = Date.parse('2027-01-14T10:00:00+01:00')
    moveBooking(app.assistant(), id, { start, message: '', notify: true, undoable: true })
    undoChange(app.assistant(), id)
    expect(booking().moveToAt).toBe(askedStart)
  })
})
