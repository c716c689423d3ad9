import { expect, test } from 'vitest'
import { isMorning, readSlots } from './slots.ts'

test('start and end are read from the first of three fields that is present', () => {
  expect(
    readSlots([
      {
        slot_start: '2027-01-12T08:00:00+01:00',
        slot_end: '2027-01-12T08:30:00+01:00',
        start: 'x',
        end: 'y',
      },
      { start: '2027-01-12T09:00:00+01:00', end: '2027-01-12T09:30:00+01:00', slot_start_local: 'z' },
      { slot_start_local: '2027-01-12T10:00:00+01:00', slot_end_local: '2027-01-12T10:30:00+01:00' },
    ]),
  ).toEqual([
    { start: '2027-01-12T08:00:00+01:00', end: '2027-01-12T08:30:00+01:00' },
    { start: '2027-01-12T09:00:00+01:00', end: '2027-01-12T09:30:00+01:00' },
    { start: '2027-01-12T10:00:00+01:00', end: '2027-01-12T10:30:00+01:00' },
  ])
})

test('slots without a start are ignored', () => {
  expect(readSlots([{ slot_end: '2027-01-12T08:30:00+01:00' }, { slot_start: '' }, null, 7])).toEqual([])
  expect(readSlots({ error: 'nothing' })).toEqual([])
})

test('slots are sorted by start', () => {
  const late = { slot_start: '2027-01-12T14:00:00+01:00' }
  const early = { slot_start: '2027-01-12T08:00:00+01:00' }
  expect(readSlots([late, early]).map(({ start }) => start)).toEqual([early.slot_start, late.slot_start])
})

test('morning ends at noon in Vienna, in any offset', () => {
  expect(isMorning({ start: '2027-01-12T11:45:00+01:00', end: undefined })).toBe(true)
  expect(isMorning({ start: '2027-01-12T12:00:00+01:00', end: undefined })).toBe(false)
  expect(isMorning({ start: '2027-07-12T10:30:00Z', end: undefined })).toBe(false)
})
