import fc from 'fast-check'
import { ROLES, type Role } from '../../shared/role.ts'
import { anyText } from '../any-text.ts'
import { FUZZED_DAYS, HOSTILE, plausibleFor } from './values.ts'

/** A route of the API, and the fields of its body or of its query. */
export type FuzzedRoute = Readonly<{ method: string; path: string; fields: readonly string[] }>

/** Ids of each list, by the part of the path before them. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  bookings: ['booking-1', 'booking-2', 'booking-3'],
  patients: ['booking-1'],
  services: ['facial', 'probe'],
  texts: ['confirmed', 'reminder'],
  settings: ['smtp', 'odoo', 'clicksend'],
  sms: ['clicksend', 'sevenio'],
  webhooks: ['clicksend', 'sevenio'],
  holidays: FUZZED_DAYS,
  messages: ['emails', 'sms'],
}
/** Ids of the lists that `IDS` does not have. */
const IDS_OF_OTHER_LISTS = ['1', '2', '3', 'emails', 'booking-2', 'x']
/** Characters after which a hostile value is cut off in a path, which must not get too long. */
const MAX_ID_LENGTH = 200
/** Characters after which a hostile value is cut off in a query, which must not get too long. */
const MAX_QUERY_VALUE_LENGTH = 2000

/** Draws a value that no form sends. */
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: anyText({ maxLength: 40 }) },
)

/** Draws a value: mostly a plausible one, sometimes a hostile one or one with a hostile part. */
function valueFor(name: string): fc.Arbitrary<unknown> {
  const plausible = fc.constantFrom(...plausibleFor(name))
  const withHostilePart = fc.tuple(plausible, fc.nat(), hostile).map(([value, draw, part]) => {
    if (typeof value !== 'object' || value === null) return part
    if (Array.isArray(value)) return [part, ...value.slice(1)]
    const keys = Object.keys(value)
    const key = keys[draw % Math.max(1, keys.length)] ?? '0'
    return { ...value, [key]: part }
  })
  return fc.oneof(
    { weight: 6, arbitrary: plausible },
    { weight: 2, arbitrary: withHostilePart },
    { weight: 1, arbitrary: hostile },
  )
}

/** Draws some of the fields, sometimes with an unknown one added. */
function recordOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.option(valueFor(name), { nil: undefined, freq: 6 })])),
  )
  const unknown = fc.constantFrom('', '__proto__', 'x', 'constructor')
  return fc.oneof(
    { weight: 9, arbitrary: fields },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fields, unknown, hostile)
        .map(([sent, name, value]) => ({ ...sent, [name]: value })),
    },
  )
}

/** Draws the ids in a path, in place of its parameters. */
function pathOf(path: string, holdId: string): fc.Arbitrary<string> {
  const segments = path.split('/')
  const drawnSegments = segments.map((segment, i) =>
    segment.startsWith(':') ? idIn(segments[i - 1] ?? '', holdId) : fc.constant(segment),
  )
  return fc.tuple(...drawnSegments).map((drawn) => drawn.join('/'))
}

/** Draws an id: mostly one of this list, sometimes one of another list or a hostile value. */
function idIn(list: string, holdId: string): fc.Arbitrary<string> {
  const idsOfList = list === 'hold' ? [holdId] : (IDS[list] ?? IDS_OF_OTHER_LISTS)
  // An empty segment would lead to another route.
  const hostileId = hostile.map(
    (value) => encodeURIComponent(String(JSON.stringify(value)).slice(0, MAX_ID_LENGTH)) || 'x',
  )
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...idsOfList) },
    { weight: 1, arbitrary: fc.constantFrom(...IDS_OF_OTHER_LISTS) },
    { weight: 1, arbitrary: hostileId },
  )
}

/** A call of a route. The body is undefined for GET. */
export type FuzzedCall = Readonly<{ method: string; role: Role | 'visitor'; path: string; body: unknown }>

/** Draws a call of the route. Where visitors may not call it, the caller is mostly a doctor. */
export function callOf({ method, path, fields }: FuzzedRoute, holdId: string): fc.Arbitrary<FuzzedCall> {
  const sameMethod = fc.constant(method)
  const role = path.startsWith('/api/admin/')
    ? fc.constantFrom('doctor', 'doctor', 'doctor', ...ROLES, 'visitor' as const)
    : fc.constant('visitor' as const)
  const pathWithQuery = fc.tuple(pathOf(path, holdId), recordOf(fields)).map(([called, parameters]) => {
    const sent = Object.entries(parameters).filter(([, value]) => value !== undefined)
    const textOf = (value: unknown) => String(value).toWellFormed().slice(0, MAX_QUERY_VALUE_LENGTH)
    return `${called}?${new URLSearchParams(sent.map(([name, value]) => [name, textOf(value)]))}`
  })
  const body = fc.oneof(
    { weight: 9, arbitrary: recordOf(fields) as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value) ?? '') },
  )
  return method === 'GET'
    ? fc.record({ method: sameMethod, role, path: pathWithQuery, body: fc.constant(undefined) })
    : fc.record({ method: sameMethod, role, path: pathOf(path, holdId), body })
}
