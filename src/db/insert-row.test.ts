import { expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { insertRow } from './insert-row.ts'
import { events, resources } from './schema.ts'

it('an inserted null is stored as null in a column that maps its values, also after other values', () => {
  const { ctx, rows } = openTestApp()
  const { db } = ctx()
  const storedWeek = (name: string) =>
    rows('select week, typeof(week) type from resources where name = ?', name)
  const week = [[[8 * 60, 12 * 60]]] as const
  insertRow(db, resources, { id: 'a', displayOrder: 2, name: 'Raum A', week })
  insertRow(db, resources, { id: 'b', displayOrder: 3, name: 'Raum B', week: null })
  insertRow(db, resources, { id: 'c', displayOrder: 4, name: 'Raum C', week: undefined })
  expect(storedWeek('Raum A')).toEqual([{ week: '[[[480,720]]]', type: 'text' }])
  expect(storedWeek('Raum B')).toEqual([{ week: null, type: 'null' }])
  expect(storedWeek('Raum C')).toEqual([{ week: null, type: 'null' }])
  expect(insertBooking(db, { firstVisit: null }).firstVisit).toBe(null)
})

it('returns the row with its defaults, and throws the errors of SQLite', () => {
  const { db } = openTestApp().ctx()
  const { id } = insertBooking(db)
  const event = { bookingId: id, kind: 'moved', actor: 'admin', at: 5 } as const
  expect(insertRow(db, events, event)).toMatchObject({ ...event, id: expect.any(Number), message: '' })
  expect(() => insertRow(db, events, { ...event, bookingId: 'nobody' })).toThrow(/FOREIGN KEY/)
})
