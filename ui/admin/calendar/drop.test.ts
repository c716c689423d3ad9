import { expect, test } from 'vitest'
import { dropAt } from './drop.ts'

const DAY = '2027-01-12'
const at = (time: string) => `${DAY}T${time}:00+01:00`
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const WORKING = [
  { start: '08:10', end: '12:00' },
  { start: '14:00', end: '18:00' },
]
const BOOKING = { id: 'own', start: at('09:02'), end: at('09:32'), resource_id: 'doctor-1', step_min: 20 }
const occupied = (start: string, end: string, changes = {}) => ({
  ...{ start: at(start), end: at(end), resource_id: 'doctor-1', booking_id: null },
  ...changes,
})

/** `day start–end verdict` of what is dropped with its start at this time. */
function dropped(
  time: string,
  {
    rows = [] as ReturnType<typeof occupied>[],
    day = DAY,
    now = '2027-01-11T12:00:00+01:00',
    booking = {},
  } = {},
): string {
  const days = [{ date: DAY, working: WORKING, closed: null }]
  const drop = dropAt(
    { days, occupied: rows },
    { ...BOOKING, ...booking },
    { day, at: minutes(time) },
    Date.parse(now),
  )
  const text = (at: number) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`
  return `${drop.day === DAY ? '' : `${drop.day} `}${text(drop.from)}–${text(drop.to)} ${drop.verdict}`
}

test('a drop goes to the steps of the service, which begin with the working hours, or to its own time', () => {
  expect(dropped('10:19')).toBe('10:10–10:40 free')
  expect(dropped('10:21')).toBe('10:30–11:00 free')
  expect(dropped('14:09')).toBe('14:00–14:30 free')
  expect(dropped('09:05')).toBe('9:02–9:32 same')
  expect(dropped('09:05', { day: '2027-01-13' })).toBe('2027-01-13 9:00–9:30 outside')
  expect(dropped('10:13', { booking: { step_min: 1 } })).toBe('10:15–10:45 free')
})

test('outside the working hours is said so, and a drop stays within its day', () => {
  expect(dropped('11:39')).toBe('11:30–12:00 free')
  expect(dropped('11:52')).toBe('11:50–12:20 outside')
  expect(dropped('07:31')).toBe('7:30–8:00 outside')
  expect(dropped('00:00')).toBe('0:10–0:40 outside')
  expect(dropped('23:59')).toBe('23:30–24:00 outside')
})

test('what is occupied cannot be dropped onto, with the paddings of both; its own time can', () => {
  const rows = [occupied('10:40', '11:00'), occupied('08:57', '09:42', { booking_id: 'own' })]
  expect(dropped('09:50', { rows })).toBe('9:50–10:20 free')
  // Ten minutes follow the appointment.
  expect(dropped('10:10', { rows })).toBe('10:10–10:40 taken')
  // Five minutes go before it.
  expect(dropped('11:00', { rows: [...rows, occupied('10:40', '11:05')] })).toBe('11:10–11:40 free')
  expect(dropped('11:00', { rows: [...rows, occupied('10:40', '11:06')] })).toBe('11:10–11:40 taken')
  expect(dropped('09:15', { rows })).toBe('9:10–9:40 free')
  expect(dropped('10:30', { rows: [occupied('10:30', '11:00', { resource_id: 'doctor-2' })] })).toBe(
    '10:30–11:00 free',
  )
})

test('a time that has begun cannot be dropped onto', () => {
  expect(dropped('10:30', { now: at('10:29') })).toBe('10:30–11:00 free')
  expect(dropped('10:30', { now: at('10:30') })).toBe('10:30–11:00 over')
  expect(dropped('10:30', { now: '2027-01-13T07:00:00+01:00' })).toBe('10:30–11:00 over')
})

test('in the column of another doctor its own hours and times count, and the present time is no standstill', () => {
  const other = {
    ...{ id: 'doctor-2', name: 'Dr. B' },
    days: [{ date: DAY, working: WORKING.slice(1), closed: null }],
  }
  const calendar = {
    days: [{ date: DAY, working: WORKING, closed: null }],
    resources: [other],
    occupied: [occupied('09:00', '09:40'), occupied('14:00', '14:30', { resource_id: 'doctor-2' })],
  }
  const verdict = (time: string, offered_by = ['doctor-1', 'doctor-2']) => {
    const point = { day: DAY, at: minutes(time), resource: 'doctor-2' }
    return dropAt(calendar, { ...BOOKING, offered_by }, point, Date.parse('2027-01-11T12:00:00+01:00'))
  }
  expect(verdict('09:05')).toMatchObject({ from: 542, resource: 'doctor-2', verdict: 'outside' })
  expect(verdict('14:25').verdict).toBe('taken')
  expect(verdict('15:00').verdict).toBe('free')
  expect(verdict('15:00', ['doctor-1']).verdict).toBe('unoffered')
})
