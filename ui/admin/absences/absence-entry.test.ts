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
  it('says Vienna’s offset, that of its season', () => {
    expect(readAbsence(BLOCK).input).toEqual({
      kind: 'block',
      title: 'Fortbildung',
      start: '2027-01-12T14:00:00+01:00',
      end: '2027-01-12T17:30:00+01:00',
      resource_id: null,
    })
    expect(readAbsence({ ...BLOCK, day: '2027-07-12', resource: 'doctor-1' }).input).toMatchObject({
      start: '2027-07-12T14:00:00+02:00',
      resource_id: 'doctor-1',
    })
  })

  it('reaches over both clock changes', () => {
    expect(readAbsence({ ...BLOCK, day: '2027-03-28', from: '01:00', to: '04:00' }).input).toMatchObject({
      start: '2027-03-28T01:00:00+01:00',
      end: '2027-03-28T04:00:00+02:00',
    })
    expect(readAbsence({ ...BLOCK, day: '2027-10-31', from: '01:00', to: '04:00' }).input).toMatchObject({
      start: '2027-10-31T01:00:00+02:00',
      end: '2027-10-31T04:00:00+01:00',
    })
  })

  it('may last until midnight', () => {
    expect(readAbsence({ ...BLOCK, to: '00:00' }).input).toMatchObject({ end: '2027-01-13T00:00:00+01:00' })
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
