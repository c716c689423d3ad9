import { expect, it } from 'vitest'
import { actionsOn, canMove } from './actions-on.ts'

const start = '2027-01-12T08:30:00+01:00'
const end = '2027-01-12T09:00:00+01:00'

it.each([
  ['requested', '08:29', ['confirm', 'reject']],
  ['requested', '08:30', ['reject']],
  ['requested', '12:00', ['reject']],
  ['confirmed', '08:59', ['cancel']],
  ['confirmed', '09:00', []],
  ['rejected', '08:00', []],
  ['cancelled', '08:00', []],
] as const)('an appointment from 08:30 to 09:00 that is %s offers at %s: %j', (status, time, actions) => {
  expect(actionsOn({ status, start, end }, Date.parse(`2027-01-12T${time}:00+01:00`))).toEqual(actions)
})

it.each([
  ['2027-01-12T10:00:00+01:00', '08:29', ['confirm', 'reject', 'cancel']],
  ['2027-01-12T10:00:00+01:00', '08:30', ['cancel']],
  ['2027-01-12T08:00:00+01:00', '08:00', ['cancel']],
] as const)(
  'a confirmed appointment whose patient asks for %s instead offers at %s: %j',
  (askedStart, time, actions) => {
    const appointment = { status: 'confirmed', start, end, move: { start: askedStart } } as const
    expect(actionsOn(appointment, Date.parse(`2027-01-12T${time}:00+01:00`))).toEqual(actions)
  },
)

it.each([
  ['requested', '08:59', true],
  ['confirmed', '08:59', true],
  ['confirmed', '09:00', false],
  ['rejected', '08:00', false],
  ['cancelled', '08:00', false],
] as const)('an appointment until 09:00 that is %s can be moved at %s: %j', (status, time, isMovable) => {
  expect(canMove({ status, start, end }, Date.parse(`2027-01-12T${time}:00+01:00`))).toBe(isMovable)
})
