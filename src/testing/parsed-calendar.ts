import ICAL from 'ical.js'

type ParsedCalendar = Readonly<{
  method: unknown
  events: ICAL.Component[]
  /** The names of the properties of the calendar and of each event. */
  names: string[][]
  property: (name: string) => ICAL.Property | null | undefined
  value: (name: string) => string
}>

/** Reads a calendar with a third-party parser. `property` and `value` read from its first event. */
export function parseCalendar(text: string): ParsedCalendar {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const property = (name: string) => events[0]?.getFirstProperty(name)
  return {
    method: calendar.getFirstPropertyValue('method'),
    events,
    names: [calendar, ...events].map((component) => component.getAllProperties().map(({ name }) => name)),
    property,
    value: (name: string) => String(property(name)?.getFirstValue()),
  }
}
