import { describe, expect, it } from 'vitest'
import { MINUTES_PER_DAY, wallMinutes } from '../../../src/shared/day.ts'
import { hoursShown, mainHours } from './shown-hours.ts'

const span = (start: string, end: string) => ({
  from: wallMinutes(start) ?? 0,
  // `wallMinutes` does not read 24:00, the end of the day.
  to: wallMinutes(end) ?? MINUTES_PER_DAY,
})

describe('the hours shown', () => {
  it('are the working hours with half an hour before and after', () => {
    expect(hoursShown([span('08:00', '12:00'), span('14:00', '17:30')])).toEqual(span('07:30', '18:00'))
  })

  it('extend to items outside the working hours', () => {
    expect(hoursShown([span('08:00', '12:00'), span('19:40', '20:15')])).toEqual(span('07:30', '21:00'))
  })

  it('stay within the day', () => {
    expect(hoursShown([span('00:10', '23:50')])).toEqual(span('00:00', '24:00'))
  })

  it('are not extended by items that begin or end at midnight', () => {
    expect(hoursShown([span('08:00', '12:00'), span('00:00', '24:00')])).toEqual(span('07:30', '12:30'))
    expect(hoursShown([span('08:00', '12:00'), span('14:00', '24:00')])).toEqual(span('07:30', '14:30'))
  })

  it('are those of a usual day if nothing is known', () => {
    expect(hoursShown([])).toEqual(span('08:00', '18:00'))
    expect(hoursShown([span('00:00', '24:00')])).toEqual(span('08:00', '18:00'))
  })
})

describe('the main hours', () => {
  const working = [span('08:00', '12:00'), span('14:00', '18:00')]
  const mainHoursWith = (...items: ReturnType<typeof span>[]) =>
    mainHours({ shown: hoursShown([...working, ...items]), working, items })

  it('are the working hours with half an hour before and after', () => {
    expect(mainHoursWith()).toEqual(span('07:30', '18:30'))
  })

  it('extend to items close to the working hours', () => {
    expect(mainHoursWith(span('07:20', '07:40'), span('18:30', '19:00'))).toEqual(span('06:30', '19:30'))
  })

  it('extend to an item that is close to another item, which is close to the working hours', () => {
    expect(mainHoursWith(span('18:30', '19:00'), span('19:10', '20:00'))).toEqual(span('07:30', '20:30'))
  })

  it('leave out appointments at night', () => {
    expect(mainHoursWith(span('03:00', '03:30'), span('22:00', '22:30'))).toEqual(span('07:30', '18:30'))
  })

  it('leave out items across midnight', () => {
    expect(mainHoursWith(span('00:00', '24:00'), span('22:00', '22:30'))).toEqual(span('07:30', '18:30'))
  })

  it('are all shown hours in a week without working hours', () => {
    const shown = span('02:30', '10:00')
    expect(mainHours({ shown, working: [], items: [span('03:00', '03:30')] })).toEqual(shown)
  })
})
