import { describe, expect, it } from 'vitest'
import { readAbsenceDraft } from './absence-draft.ts'

const BLOCK = {
  title: 'Fortbildung',
  reason: '',
  from: '2027-01-12',
  to: '2027-01-12',
  start: '14:00',
  end: '17:30',
  resource_id: '',
}
const CLOSURE = { ...BLOCK, title: 'Urlaub', reason: 'Betriebsurlaub', from: '2027-02-08', to: '2027-02-12' }

describe('a block of time', () => {
  it('is sent as wall time', () => {
    expect(readAbsenceDraft('block', BLOCK).output).toEqual({
      kind: 'block',
      title: 'Fortbildung',
      start: '2027-01-12T14:00',
      end: '2027-01-12T17:30',
      resource_id: null,
    })
  })

  it('may concern only one doctor or room', () => {
    const ofOne = { ...BLOCK, resource_id: 'doctor-1' }
    expect(readAbsenceDraft('block', ofOne).output).toMatchObject({ resource_id: 'doctor-1' })
  })

  it('may last until midnight', () => {
    expect(readAbsenceDraft('block', { ...BLOCK, end: '00:00' }).output).toMatchObject({
      end: '2027-01-13T00:00',
    })
  })

  it('reports a wrong day at the day and not at the times', () => {
    expect(readAbsenceDraft('block', { ...BLOCK, from: '2027-02-30' }).errors).toEqual({
      from: 'Bitte ein Datum wie 3.12. angeben.',
    })
  })

  it('needs no title', () => {
    expect(readAbsenceDraft('block', { ...BLOCK, title: '' }).output).toMatchObject({ title: '' })
  })

  it('reports every faulty field', () => {
    expect(readAbsenceDraft('block', { ...BLOCK, start: '', end: '' }).errors).toEqual({
      start: 'Bitte einen gültigen Beginn angeben.',
      end: 'Bitte ein gültiges Ende angeben.',
    })
  })
})

describe('closed days', () => {
  it('are sent as days', () => {
    expect(readAbsenceDraft('closure', CLOSURE).output).toEqual({
      kind: 'closure',
      title: 'Urlaub',
      reason: 'Betriebsurlaub',
      from: '2027-02-08',
      to: '2027-02-12',
      resource_id: null,
    })
  })

  it('must not end before they begin', () => {
    expect(readAbsenceDraft('closure', { ...CLOSURE, to: '2027-02-01' }).errors).toEqual({
      to: 'Der letzte Tag darf nicht vor dem ersten liegen.',
    })
  })
})
