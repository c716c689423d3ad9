import { describe, expect, it } from 'vitest'
import { emptyEntry, formFaults, readAbsence } from './absence-entry.ts'

const BLOCK = {
  kind: 'block',
  title: 'Fortbildung',
  day: '2027-01-12',
  from: '14:00',
  to: '17:30',
  resource: '',
} as const
const CLOSURE = {
  kind: 'closure',
  title: 'Urlaub',
  reason: 'Betriebsurlaub',
  from: '2027-02-08',
  to: '2027-02-12',
  resource: '',
} as const

describe('a block of time', () => {
  it('goes out as wall time', () => {
    expect(readAbsence({ ...BLOCK, resource: 'doctor-1' }).input).toEqual({
      kind: 'block',
      title: 'Fortbildung',
      start: '2027-01-12T14:00',
      end: '2027-01-12T17:30',
      resource_id: 'doctor-1',
    })
    expect(readAbsence(BLOCK).input).toMatchObject({ resource_id: null })
  })

  it('may last until midnight', () => {
    expect(readAbsence({ ...BLOCK, to: '00:00' }).input).toMatchObject({ end: '2027-01-13T00:00' })
  })

  it('says what is missing or wrong at its field', () => {
    expect(readAbsence(emptyEntry('block', '2027-01-12')).faults).toEqual({
      title: 'Bitte einen Titel angeben.',
      from: 'Bitte einen gültigen Beginn angeben.',
      to: 'Bitte ein gültiges Ende angeben.',
    })
    expect(readAbsence({ ...BLOCK, to: '13:00' }).faults).toEqual({
      to: 'Das Ende muss nach dem Beginn liegen.',
    })
  })
})

describe('closed days', () => {
  it('go out as days', () => {
    expect(readAbsence(CLOSURE).input).toEqual({
      kind: 'closure',
      title: 'Urlaub',
      reason: 'Betriebsurlaub',
      from: '2027-02-08',
      to: '2027-02-12',
      resource_id: null,
    })
  })

  it('end no earlier than they begin', () => {
    expect(readAbsence({ ...CLOSURE, to: '2027-02-01' }).faults).toEqual({
      to: 'Der letzte Tag darf nicht vor dem ersten liegen.',
    })
  })
})

it('brings the server’s faults to the fields of the form', () => {
  expect(formFaults(BLOCK, { end: 'Vorbei.', resource_id: 'Keine.' })).toEqual({
    to: 'Vorbei.',
    resource: 'Keine.',
  })
  expect(formFaults(CLOSURE, { to: 'Vorbei.' })).toEqual({ to: 'Vorbei.' })
})
