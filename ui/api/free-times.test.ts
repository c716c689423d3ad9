import { expect, test } from 'vitest'
import { readSlots } from './free-times.ts'

test('the start of a slot is read from the first of three fields that is present, and so is its end', () => {
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

test('slots are sorted by their start', () => {
  const afternoon = { slot_start: '2027-01-12T14:00:00+01:00' }
  const morning = { slot_start: '2027-01-12T08:00:00+01:00' }
  const starts = readSlots([afternoon, morning]).map(({ start }) => start)
  expect(starts).toEqual([morning.slot_start, afternoon.slot_start])
})
