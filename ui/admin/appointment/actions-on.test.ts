import { expect, it } from 'vitest'
import { actionsOn, canMove } from './actions-on.ts'

const isoAt = (time: string) => `2027-01-12T${time}:00+01:00`
const instantAt = (time: string) => Date.parse(isoAt(time))
const start = isoAt('08:30')
const end = isoAt('09:00')

it.each([
  { status: 'requested', now: '08:29', actions: ['confirm', 'reject'] },
  { status: 'requested', now: '08:30', actions: ['reject'] },
  { status: 'requested', now: '12:00', actions: ['reject'] },
  { status: 'confirmed', now: '08:59', actions: ['cancel'] },
  { status: 'confirmed', now: '09:00', actions: [] },
  { status: 'rejected', now: '08:00', actions: [] },
  { status: 'cancelled', now: '08:00', actions: [] },
] as const)(
  'an appointment from 08:30 to 09:00 that is $status offers at $now: $actions',
  ({ status, now, actions }) => {
    expect(actionsOn({ status, start, end }, instantAt(now))).toEqual(actions)
  },
)

it.each([
  { askedTime: '10:00', now: '08:29', actions: ['confirm', 'reject', 'cancel'] },
  { askedTime: '10:00', now: '08:30', actions: ['cancel'] },
  { askedTime: '08:00', now: '08:00', actions: ['cancel'] },
] as const)(
  'a confirmed appointment from 08:30 to 09:00 whose patient asks for $askedTime instead offers at $now: $actions',
  ({ askedTime, now, actions }) => {
    const appointment = { status: 'confirmed', start, end, move: { start: isoAt(askedTime) } } as const
    expect(actionsOn(appointment, instantAt(now))).toEqual(actions)
  },
)

it.each([
  { status: 'requested', now: '08:59', isMovable: true },
  { status: 'confirmed', now: '08:59', isMovable: true },
  { status: 'confirmed', now: '09:00', isMovable: false },
  { status: 'rejected', now: '08:00', isMovable: false },
  { status: 'cancelled', now: '08:00', isMovable: false },
] as const)(
  'an appointment until 09:00 that is $status can be moved at $now: $isMovable',
  ({ status, now, isMovable }) => {
    expect(canMove({ status, start, end }, instantAt(now))).toBe(isMovable)
  },
)
