import { describe, expect, it } from 'vitest'
import { viennaBoundary, viennaInstant, viennaIso, viennaTime } from './vienna-time.ts'

const iso = (day: string, time: string) => {
  const at = viennaInstant(day, time)
  return at === undefined ? undefined : viennaIso(at)
}

describe('wall times in Vienna', () => {
  it('have the offset of their season', () => {
    expect(iso('2027-01-12', '08:30')).toBe('2027-01-12T08:30:00+01:00')
    expect(iso('2027-07-12', '08:30')).toBe('2027-07-12T08:30:00+02:00')
    expect(viennaTime(Date.parse('2027-07-12T06:30:00Z'))).toBe('08:30')
  })

  it('do not exist in the hour that spring takes away, whose place the change itself takes', () => {
    expect(iso('2027-03-28', '01:59')).toBe('2027-03-28T01:59:00+01:00')
    expect(iso('2027-03-28', '02:00')).toBeUndefined()
    expect(iso('2027-03-28', '02:59')).toBeUndefined()
    expect(iso('2027-03-28', '03:00')).toBe('2027-03-28T03:00:00+02:00')
    expect(viennaBoundary('2027-03-28', '02:30')).toBe(Date.parse('2027-03-28T03:00:00+02:00'))
  })

  it('mean the first of the two hours that autumn has', () => {
    expect(iso('2027-10-31', '01:59')).toBe('2027-10-31T01:59:00+02:00')
    expect(iso('2027-10-31', '02:30')).toBe('2027-10-31T02:30:00+02:00')
    expect(iso('2027-10-31', '03:00')).toBe('2027-10-31T03:00:00+01:00')
    expect(viennaBoundary('2027-10-31', '02:30')).toBe(Date.parse('2027-10-31T02:30:00+02:00'))
  })

  it('are none where something else is typed', () => {
    for (const [day, time] of [
      ['', '08:00'],
      ['2027-01-12', ''],
      ['2027-01-12', '24:00'],
      ['gestern', '08:00'],
    ] as const) {
      expect(viennaInstant(day, time)).toBeUndefined()
      expect(viennaBoundary(day, time)).toBeUndefined()
    }
  })
})
