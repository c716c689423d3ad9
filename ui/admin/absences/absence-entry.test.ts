import { describe, expect, it } from 'vitest'
import { blockErrors, closureErrors, readBlock, readClosure } from './absence-entry.ts'

const BLOCK = { title: 'Fortbildung', day: '2027-01-12', from: '14:00', to: '17:30', resource: '' }
const CLOSURE = {
  title: 'Urlaub',
  reason: 'Betriebsurlaub',
  from: '2027-02-08',
  to: '2027-02-12',
  resource: '',
}

describe('a block of time', () => {
  it('is sent as wall time', () => {
    expect(readBlock({ ...BLOCK, resource: 'doctor-1' }).output).toEqual({
      kind: 'block',
      title: 'Fortbildung',
      start: '2027-01-12T14:00',
      end: '2027-01-12T17:30',
      resource_id: 'doctor-1',
    })
    expect(readBlock(BLOCK).output).toMatchObject({ resource_id: null })
  })

  it('may last until midnight', () => {
    expect(readBlock({ ...BLOCK, to: '00:00' }).output).toMatchObject({ end: '2027-01-13T00:00' })
  })

  it('has a sentence for every faulty field', () => {
    const { errors = {} } = readBlock({ ...BLOCK, title: 'a\nb', from: '', to: '' })
    expect(blockErrors(errors)).toEqual({
      title: 'Der Text enthält unzulässige Zeichen.',
      from: 'Bitte einen gültigen Beginn angeben.',
      to: 'Bitte ein gültiges Ende angeben.',
    })
  })
})

describe('closed days', () => {
  it('are sent as days', () => {
    expect(readClosure(CLOSURE).output).toEqual({
      kind: 'closure',
      title: 'Urlaub',
      reason: 'Betriebsurlaub',
      from: '2027-02-08',
      to: '2027-02-12',
      resource_id: null,
    })
  })

  it('have a sentence for every faulty field', () => {
    expect(readClosure({ ...CLOSURE, to: '2027-02-01' }).errors).toEqual({
      to: 'Der letzte Tag darf nicht vor dem ersten liegen.',
    })
    expect(closureErrors({ to: 'Vorbei.', resource_id: 'Keine.' })).toEqual({
      to: 'Vorbei.',
      resource: 'Keine.',
    })
  })
})
