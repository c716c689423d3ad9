import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { Instant, Interval } from '../shared/day.ts'
import { readText, textOfTime } from '../testing/calendar-text.ts'

/** Finds the busy times by the library's own handling of series, exceptions and time zones. */
function expandedByLibrary(text: string): string[] {
  const events = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((entry) => new ICAL.Event(entry))
  const exceptions = events.filter((event) => event.isRecurrenceException())
  const series = events.filter((event) => isBusy(event) && !event.isRecurrenceException())
  for (const event of series)
    for (const exception of exceptions) if (exception.uid === event.uid) event.relateException(exception)
  const times = series.flatMap(occurrencesOf)
  return times.toSorted((a, b) => a.startsAt - b.startsAt).map(textOfTime)
}

/** Returns whether the entry is neither cancelled nor marked as free, as each program writes it. */
function isBusy({ component }: ICAL.Event): boolean {
  return (
    component.getFirstPropertyValue('transp') !== 'TRANSPARENT' &&
    component.getFirstPropertyValue('status') !== 'CANCELLED' &&
    component.getFirstPropertyValue('x-microsoft-cdo-busystatus') !== 'FREE'
  )
}

/** Returns the first hundred times of an event. The files have fewer. */
function occurrencesOf(event: ICAL.Event): Interval[] {
  const iterator = event.iterator()
  const times: Interval[] = []
  for (let next = iterator.next(); next && times.length < 100; next = iterator.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(next)
    times.push({ startsAt: instantOf(startDate), endsAt: instantOf(endDate) })
  }
  return times
}

/** Returns the instant of a time, or of the beginning of a whole day in Vienna. */
function instantOf(time: ICAL.Time): Instant {
  if (!time.isDate) return time.toUnixTime() * 1_000
  return Temporal.PlainDate.from(time.toString()).toZonedDateTime('Europe/Vienna').epochMilliseconds
}

describe('reading a file from a calendar program', () => {
  // Each time is a start and an end, with a slash between (`textOfTime`).
  it.each([
    {
      program: 'google',
      times: [
        '2027-01-12T18:00:00+01:00/2027-01-12T19:30:00+01:00',
        '2027-01-27T19:00:00+01:00/2027-01-27T20:30:00+01:00',
        '2027-02-02T18:00:00+01:00/2027-02-02T19:30:00+01:00',
        '2027-03-03T10:00:00+01:00/2027-03-03T11:00:00+01:00',
      ],
    },
    {
      program: 'outlook',
      times: [
        '2027-03-16T09:00:00+01:00/2027-03-16T09:30:00+01:00',
        '2027-03-23T09:00:00+01:00/2027-03-23T09:30:00+01:00',
        '2027-04-06T09:00:00+02:00/2027-04-06T09:30:00+02:00',
        '2027-05-03T00:00:00+02:00/2027-05-08T00:00:00+02:00',
      ],
    },
    {
      program: 'apple',
      times: [
        '2027-03-23T18:45:00+01:00/2027-03-23T20:15:00+01:00',
        '2027-03-31T18:45:00+02:00/2027-03-31T20:15:00+02:00',
        '2027-04-13T18:45:00+02:00/2027-04-13T20:15:00+02:00',
        '2027-10-30T00:00:00+02:00/2027-11-01T00:00:00+01:00',
      ],
    },
    {
      program: 'nextcloud',
      times: [
        '2027-01-13T14:00:00+01:00/2027-01-13T15:00:00+01:00',
        '2027-02-10T14:00:00+01:00/2027-02-10T15:00:00+01:00',
        '2027-03-10T14:00:00+01:00/2027-03-10T15:00:00+01:00',
      ],
    },
  ])('finds all busy times of $program', ({ program, times }) => {
    const file = join(import.meta.dirname, `../testing/calendar-files/${program}.ics`)
    const text = readFileSync(file, 'utf8')
    const reading = readText(text)
    expect(reading).toMatchObject({ unread: 0, unknownZone: 0, isCut: false })
    expect(reading.times.map(textOfTime)).toEqual(times)
    expect(expandedByLibrary(text), 'what ical.js itself makes of it').toEqual(times)
  })
})
