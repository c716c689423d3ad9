import { expect, test } from 'vitest'
import { entriesOf } from './calendar-entries.ts'

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
  const entries = entriesOf({ ...NOTHING, bookings: statuses.map((status) => row(status, status)) }, [])
  expect(entries.map(({ booking, look, isActive }) => [booking?.status, look, isActive])).toEqual([
    ['requested', 'requested', true],
    ['confirmed', 'confirmed', true],
    ['rejected', 'off', false],
    ['cancelled', 'off', false],
  ])
})

test('the time that a patient asks for is an entry of its own, which opens the appointment', () => {
  const asked_at = '2027-01-07T13:40:00+01:00'
  const move = { start: '2027-01-14T10:00:00+01:00', end: '2027-01-14T10:30:00+01:00', asked_at }
  const moved = { ...row('a', 'confirmed'), move }
  expect(entriesOf({ ...NOTHING, bookings: [moved], moves: [moved] }, [])).toMatchObject([
    {
      key: 'a',
      look: 'confirmed',
      note: 'Verschiebung angefragt → Do 14.\u00a0Jänner, 10:00',
      start: moved.start,
    },
    {
      key: 'move a',
      look: 'requested',
      asked: true,
      note: 'Verschiebung angefragt, bisher Di 12.\u00a0Jänner, 08:30',
      start: move.start,
      end: move.end,
    },
  ])
})

test('names are written last name first, with an initial', () => {
  const named = { ...row('a', 'confirmed'), first_name: 'Anna', last_name: 'O’Brien-Müller' }
  expect(entriesOf({ ...NOTHING, bookings: [named] }, [])[0]?.title).toBe('O’Brien-Müller A.')
})

test('a closed day is no entry, the absence of one of several doctors is', () => {
  const away = { from: '2027-01-13', to: '2027-01-13' }
  const absences = [absence(1, 'block'), absence(2, 'closure', away), absence(3, 'holiday', away)]
  const keys = (closed: string | null) =>
    entriesOf({ ...NOTHING, absences }, [{ date: '2027-01-13', working: [], closed }]).map(({ key }) => key)
  expect(keys('Urlaub')).toEqual(['absence 1'])
  expect(keys(null)).toEqual(['absence 1', 'absence 2', 'absence 3'])
})

test('blocks, holds, offers and busy times show what they are and until when', () => {
  const times = { start: '2027-01-12T13:00:00+01:00', end: '2027-01-12T14:00:00+01:00' }
  const entries = entriesOf(
    {
      moves: [],
      bookings: [],
      absences: [absence(1, 'block')],
      holds: [{ ...times, service_name: 'Facial' }],
      offers: [{ ...times, name: 'Rosa Musterfrau' }],
      busy: [times],
    },
    [],
  )
  expect(entries.map(({ title, note }) => `${title}: ${note}`)).toEqual([
    'Fortbildung: bis 17:30',
    'Wird gerade gebucht: Facial',
    'Wird gerade angeboten: Rosa Musterfrau',
    'Belegt in Odoo: 13:00 bis 14:00',
  ])
})
