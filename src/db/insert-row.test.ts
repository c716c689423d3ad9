import { expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { insertRow } from './insert-row.ts'
import { events, resources } from './schema.ts'

it('stores null as null in a column of JSON, whatever was stored there before', () => {
  const { ctx, rows } = openTestApp()
  const { db } = ctx()
  const storedWeek = (id: string) => rows('select week, typeof(week) as type from resources where id = ?', id)
  const mondayMorning = [8 * 60, 12 * 60] as const
  insertRow(db, resources, { id: 'a', displayOrder: 2, name: 'Raum A', week: [[mondayMorning]] })
  insertRow(db, resources, { id: 'b', displayOrder: 3, name: 'Raum B', week: null })
  insertRow(db, resources, { id: 'c', displayOrder: 4, name: 'Raum C', week: undefined })
  expect(storedWeek('a')).toEqual([{ week: '[[[480,720]]]', type: 'text' }])
  expect(storedWeek('b')).toEqual([{ week: null, type: 'null' }])
  expect(storedWeek('c')).toEqual([{ week: null, type: 'null' }])
})

it('stores null as null in a boolean column', () => {
  const { db } = openTestApp().ctx()
  expect(insertBooking(db, { firstVisit: null }).firstVisit).toBe(null)
})

it('returns the row with its defaults', () => {
  const { db } = openTestApp().ctx()
  const event = { bookingId: insertBooking(db).id, kind: 'moved', actor: 'admin', at: 5 } as const
  expect(insertRow(db, events, event)).toMatchObject({ ...event, id: expect.any(Number), message: '' })
})

it('throws the errors of SQLite', () => {
  const { db } = openTestApp().ctx()
  const ofNobody = { bookingId: 'nobody', kind: 'moved', actor: 'admin', at: 5 } as const
  expect(() => insertRow(db, events, ofNobody)).toThrow(/FOREIGN KEY/)
})
