import { describe, expect, it, test } from 'vitest'
import { nameText, readAbsence, whenText } from './absence.ts'

const days = (from: string, to: string) => ({ kind: 'closure' as const, start: '', end: '', from, to })
const hours = (start: string, end: string) => ({ kind: 'block' as const, start, end })

test('whole days have no times, and the year stands once', () => {
  expect(whenText(days('2027-02-08', '2027-02-08'))).toBe('Montag, 8.\u00a0Februar 2027')
  expect(whenText(days('2027-02-08', '2027-02-12'))).toBe(
    'Montag, 8.\u00a0Februar bis Freitag, 12.\u00a0Februar 2027',
  )
  expect(whenText(days('2026-12-28', '2027-01-05'))).toBe(
    'Montag, 28.\u00a0Dezember 2026 bis Dienstag, 5.\u00a0Jänner 2027',
  )
})

test('hours have their day, with 24:00 for midnight as the end', () => {
  expect(whenText(hours('2027-01-12T14:00:00+01:00', '2027-01-12T17:30:00+01:00'))).toBe(
    'Dienstag, 12.\u00a0Jänner 2027, 14:00 bis 17:30',
  )
  expect(whenText(hours('2027-01-12T14:00:00+01:00', '2027-01-13T00:00:00+01:00'))).toBe(
    'Dienstag, 12.\u00a0Jänner 2027, 14:00 bis 24:00',
  )
  expect(whenText(hours('2027-01-12T14:00:00+01:00', '2027-01-13T12:00:00+01:00'))).toBe(
    'Dienstag, 12.\u00a0Jänner 2027, 14:00 bis Mittwoch, 13.\u00a0Jänner 2027, 12:00',
  )
})

test('an absence is named by its title and day', () => {
  expect(nameText({ title: 'Urlaub', start: '2027-02-08T00:00:00+01:00' })).toBe(
    '„Urlaub“ (Mo\u00a08.\u00a0Februar)',
  )
})

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
    expect(readAbsence('block', { ...BLOCK, resource_id: 'doctor-1' }).output).toEqual({
      kind: 'block',
      title: 'Fortbildung',
      start: '2027-01-12T14:00',
      end: '2027-01-12T17:30',
      resource_id: 'doctor-1',
    })
    expect(readAbsence('block', BLOCK).output).toMatchObject({ resource_id: null })
  })

  it('may last until midnight', () => {
    expect(readAbsence('block', { ...BLOCK, end: '00:00' }).output).toMatchObject({ end: '2027-01-13T00:00' })
  })

  it('has a sentence for every faulty field, and needs no title', () => {
    expect(readAbsence('block', { ...BLOCK, title: '', start: '', end: '' }).errors).toEqual({
      start: 'Bitte einen gültigen Beginn angeben.',
      end: 'Bitte ein gültiges Ende angeben.',
    })
  })
})

describe('closed days', () => {
  it('are sent as days', () => {
    expect(readAbsence('closure', CLOSURE).output).toEqual({
      kind: 'closure',
      title: 'Urlaub',
      reason: 'Betriebsurlaub',
      from: '2027-02-08',
      to: '2027-02-12',
      resource_id: null,
    })
  })

  it('have a sentence for every faulty field', () => {
    expect(readAbsence('closure', { ...CLOSURE, to: '2027-02-01' }).errors).toEqual({
      to: 'Der letzte Tag darf nicht vor dem ersten liegen.',
    })
  })
})
