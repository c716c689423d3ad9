import { expect, test } from 'vitest'
import { wallTime } from '../../../src/shared/day.ts'
import { type BoardItem, boardItems, dayLines, paddingsOf } from './board-items.ts'

const row = (id: string, status: 'requested' | 'confirmed' | 'rejected' | 'cancelled') => ({
  id,
  status,
  start: '2027-01-12T08:30:00+01:00',
  end: '2027-01-12T09:00:00+01:00',
  service_name: 'Akupunktur',
  service_id: 'akupunktur',
  name: 'Rosa Musterfrau',
  first_name: 'Rosa',
  last_name: 'Musterfrau',
  first_visit: false,
  mobile: '0664 1234567',
  email: 'rosa@musterfrau.example',
  created_at: '2027-01-04T08:30:00+01:00',
  resource_id: 'doctor-1',
  marked: false,
  attendance: null,
  step_min: 15,
})
const absence = (
  id: number,
  kind: 'block' | 'closure' | 'holiday',
  days: { from?: string; to?: string } = {},
) => ({
  id,
  kind,
  title: 'Fortbildung',
  reason: '',
  resource_id: null,
  start: '2027-01-13T00:00:00+01:00',
  end: '2027-01-13T17:30:00+01:00',
  ...days,
})
const NOTHING = { bookings: [], moves: [], holds: [], offers: [], absences: [], busy: [] }

test('appointments can be opened; cancelled ones make room for active ones', () => {
  const statuses = ['requested', 'confirmed', 'rejected', 'cancelled'] as const
  const items = boardItems({ ...NOTHING, bookings: statuses.map((status) => row(status, status)) }, [])
  expect(items.map(({ booking, look, isActive }) => [booking?.status, look, isActive])).toEqual([
    ['requested', 'requested', true],
    ['confirmed', 'confirmed', true],
    ['rejected', 'off', false],
    ['cancelled', 'off', false],
  ])
})

test('an appointment of a series says its place beside the service', () => {
  const third = { ...row('a', 'confirmed'), series: { position: 3, count: 6 } }
  const items = boardItems({ ...NOTHING, bookings: [third, row('b', 'confirmed')] }, [])
  expect(items.map(({ note }) => note)).toEqual(['Akupunktur, 3 von 6', 'Akupunktur'])
})

test('the time that a patient asks for is an item of its own, which opens the appointment', () => {
  const asked_at = '2027-01-07T13:40:00+01:00'
  const move = { start: '2027-01-14T10:00:00+01:00', end: '2027-01-14T10:30:00+01:00', asked_at }
  const moved = { ...row('a', 'confirmed'), move }
  expect(boardItems({ ...NOTHING, bookings: [moved], moves: [moved] }, [])).toMatchObject([
    {
      key: 'a',
      look: 'confirmed',
      note: 'Verschiebung angefragt → Do\u00a014.\u00a0Jänner, 10:00',
      start: moved.start,
    },
    {
      key: 'move a',
      look: 'requested',
      asked: true,
      note: 'Verschiebung angefragt, bisher Di\u00a012.\u00a0Jänner, 08:30',
      start: move.start,
      end: move.end,
    },
  ])
})

test('names are written last name first, with an initial', () => {
  const named = { ...row('a', 'confirmed'), first_name: 'Anna', last_name: 'O’Brien-Müller' }
  expect(boardItems({ ...NOTHING, bookings: [named] }, [])[0]?.title).toBe('O’Brien-Müller A.')
})

test('a closed day is no item, the absence of one of several doctors is', () => {
  const away = { from: '2027-01-13', to: '2027-01-13' }
  const absences = [absence(1, 'block'), absence(2, 'closure', away), absence(3, 'holiday', away)]
  const keys = (closed: string | null) =>
    boardItems({ ...NOTHING, absences }, [{ date: '2027-01-13', working: [], closed }]).map(({ key }) => key)
  expect(keys('Urlaub')).toEqual(['absence 1'])
  expect(keys(null)).toEqual(['absence 1', 'absence 2', 'absence 3'])
})

test('blocks, holds, offers and busy times show what they are and until when', () => {
  const times = { start: '2027-01-12T13:00:00+01:00', end: '2027-01-12T14:00:00+01:00' }
  const items = boardItems(
    {
      moves: [],
      bookings: [],
      absences: [absence(1, 'block')],
      holds: [{ ...times, service_name: 'Facial', resource_id: 'doctor-1' }],
      offers: [{ ...times, name: 'Rosa Musterfrau', resource_id: 'doctor-1' }],
      busy: [{ ...times, title: 'Belegt in Odoo', resource_id: null }],
    },
    [],
  )
  expect(items.map(({ title, note }) => `${title}: ${note}`)).toEqual([
    'Fortbildung: bis 17:30',
    'Wird gerade gebucht: Facial',
    'Wird gerade angeboten: Rosa Musterfrau',
    'Belegt in Odoo: 13:00 bis 14:00',
  ])
})

const DAY = '2027-01-12'
const item = (start: string, end: string, isActive = true): BoardItem => ({
  key: start,
  look: 'confirmed',
  title: start,
  note: '',
  start: `${DAY}T${start}:00+01:00`,
  end: `${DAY}T${end}:00+01:00`,
  isActive,
})
const WORKING = [
  { from: 480, to: 720 },
  { from: 810, to: 1050 },
]
const linesOf = (items: BoardItem[], now = 0) =>
  dayLines({ day: DAY, items, working: WORKING, paddings: [], now }).map((line) => {
    if (line.kind === 'now') return 'jetzt'
    return line.kind === 'gap' ? `frei ${wallTime(line.from)}–${wallTime(line.to)}` : line.item.title
  })

test('appointments are in order, with the free working time between them', () => {
  expect(linesOf([item('10:45', '12:00'), item('08:00', '10:00'), item('14:00', '17:30')])).toEqual([
    '08:00',
    'frei 10:00–10:45',
    '10:45',
    'frei 13:30–14:00',
    '14:00',
  ])
})

test('the time before and after an appointment is not free', () => {
  const { start } = item('09:40', '09:50')
  const padding = { start, end: item('09:50', '10:00').start }
  const lines = dayLines({
    day: DAY,
    items: [item('08:00', '09:40')],
    working: WORKING.slice(0, 1),
    paddings: [padding],
    now: 0,
  })
  expect(lines.map(({ from, to }) => `${wallTime(from)}–${wallTime(to)}`)).toEqual([
    '08:00–09:40',
    '09:50–12:00',
  ])
})

test('an empty day is free in its working hours, and a break of a few minutes is not', () => {
  expect(linesOf([])).toEqual(['frei 08:00–12:00', 'frei 13:30–17:30'])
  expect(linesOf([item('08:05', '12:00'), item('13:30', '17:25')])).toEqual(['08:05', '13:30'])
})

test('the time of a cancelled appointment is free; outside the working hours nothing is', () => {
  expect(linesOf([item('08:00', '12:00', false), item('12:00', '17:30'), item('18:00', '19:00')])).toEqual([
    '08:00',
    'frei 08:00–12:00',
    '12:00',
    '18:00',
  ])
})

test('appointments that overlap leave no gap twice', () => {
  expect(linesOf([item('08:00', '11:00'), item('09:00', '10:00'), item('07:00', '08:30')])).toEqual([
    '07:00',
    '08:00',
    '09:00',
    'frei 11:00–12:00',
    'frei 13:30–17:30',
  ])
})

test('free time that is over is not listed, and a line marks now', () => {
  expect(linesOf([item('14:00', '17:30')], 750)).toEqual(['jetzt', 'frei 13:30–14:00', '14:00'])
  expect(linesOf([item('08:00', '12:00')], 1440)).toEqual(['08:00'])
})

test('free time that has begun is listed from the next five minutes on, where an appointment can be entered', () => {
  expect(linesOf([item('08:00', '09:00'), item('11:00', '17:30')], 617)).toEqual([
    '08:00',
    'jetzt',
    'frei 10:20–11:00',
    '11:00',
  ])
  expect(linesOf([item('08:00', '09:00'), item('11:00', '17:30')], 652)).toEqual(['08:00', 'jetzt', '11:00'])
})

test('paddings are the occupied times around an appointment, and none of a time that its patient asks for', () => {
  const at = (time: string) => `2027-01-12T${time}:00+01:00`
  const row = { id: 'a', start: at('09:00'), end: at('09:40') }
  const occupied = (start: string, end: string, booking_id: string | null = 'a') => ({
    ...{ start: at(start), end: at(end), booking_id, resource_id: 'doctor-1' },
  })
  const paddings = (...rows: ReturnType<typeof occupied>[]) =>
    paddingsOf({ bookings: [row] as never, occupied: rows })
  expect(paddings(occupied('08:55', '09:50'))).toEqual([
    { booking: 'a', start: at('08:55'), end: at('09:00') },
    { booking: 'a', start: at('09:40'), end: at('09:50') },
  ])
  expect(paddings(occupied('09:00', '09:40'), occupied('11:00', '12:00'))).toEqual([])
  expect(paddings(occupied('10:00', '11:00', null))).toEqual([])
})
