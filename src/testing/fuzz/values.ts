import { ROLES } from '../../shared/role.ts'
import { fieldsOf, type Group, SETTINGS } from '../../shared/settings/settings.ts'
import { aContact, aManualBooking } from '../factory.ts'

/** Days that fields and ids of holidays may name. */
export const FUZZED_DAYS = ['2027-01-12', '2027-01-13', '2027-02-02']
const STARTS = ['2027-01-12T08:30:00+01:00', '2027-01-12T09:30:00+01:00', '2027-01-13T10:00:00+01:00']
const TEXTS = ['', 'Bitte pünktlich kommen.', 'Muster']
const PASSWORDS = ['vier Gänse rudern gegenan']
const PASSKEYS = [{ id: 'eA', rawId: 'eA', type: 'public-key', response: {}, clientExtensionResults: {} }]
const WISHES = { not_after: '2027-03-01', not_before: null, weekdays: [1, 2, 3], parts: ['morning'] }
const SERVICE = { id: 'probe', name: 'Probe', description: '', duration_min: 20, resource_id: 'doctor-1' }

type Values = Readonly<Record<string, readonly unknown[]>>

/** Gives each of the names the same values. */
function sameValues(names: readonly string[], values: readonly unknown[]): Values {
  return Object.fromEntries(names.map((name) => [name, values]))
}

/** Gives each field the one value that it has in the sample. */
function fromSample(sample: object): Values {
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, [value]]))
}

/** Values that are accepted, by the name of the field or query parameter, in whatever route it occurs. */
export const PLAUSIBLE: Values = {
  ...fromSample(aContact()),
  ...sameValues(
    ['from', 'to', 'date', 'day', 'not_after', 'not_before', 'starts_on', 'until_day'],
    FUZZED_DAYS,
  ),
  ...sameValues(
    ['start', 'start_ts', 'end_ts', 'stop', 'starts_at', 'ends_at', 'end', 'until', 'at'],
    STARTS,
  ),
  ...sameValues(['message', 'reason', 'q', 'search', 'name', 'service_name', 'description', 'note'], TEXTS),
  ...sameValues(['opening', 'closing', 'text', 'title', 'words'], TEXTS),
  ...sameValues(['password', 'current'], PASSWORDS),
  ...sameValues(['passkey', 'response'], PASSKEYS),
  ...fromSample(WISHES),
  email: ['rosa@musterfrau.example', 'neu@musterfrau.example'],
  confirm: ['rosa@musterfrau.example'],
  purpose: ['booking', 'my-bookings'],
  token: ['x'.repeat(43)],
  code: ['123456'],
  next: ['fünf Schwäne stehen still'],
  service: ['facial', SERVICE],
  service_id: ['folgebehandlung', 'facial'],
  service_duration_min: [30],
  resource_id: ['doctor-1'],
  resource: ['doctor-1'],
  contact: [aContact()],
  consent: [true],
  turnstile_token: ['x'],
  answers: [{}, { allergien: 'ja' }],
  take: [true, false],
  ids: [[], ['booking-1', 'booking-2']],
  id: ['booking-1', 'booking-2', 'offer-1'],
  hold_id: ['hold-1'],
  booking_id: ['booking-1', 'booking-2'],
  move: ['booking-2'],
  notify: [true, false],
  undoable: [true],
  sig: ['1.x'],
  summary: ['1'],
  status: ['requested', 'confirmed', 'failed'],
  when: ['coming', 'past'],
  open: ['1'],
  limit: ['1', '500', 10],
  before: ['5', 5],
  offset: ['0'],
  channel: ['email', 'sms'],
  kind: ['confirmed', 'absence'],
  year: ['2027'],
  role: [...ROLES],
  attendance: ['arrived', null],
  entry: [aManualBooking()],
  mobile: ['+43 664 1234567'],
  phone: ['+43 664 1234567'],
  times: [3],
  every: [1],
  unit: ['weeks', 'days'],
  starts: [STARTS, []],
  minutes: [20],
  workingHours: [{ 1: [{ start: '08:00', end: '12:00' }], 2: null }],
  template: ['general'],
  step: ['services', 'smtp'],
  as: ['skipped', 'confirmed'],
  with_names: [true, false],
  names: [true, false],
  open_on: [true],
  fresh: ['0'],
  actor: ['1'],
  initials_only: [true, false],
  by: ['email', 'sms'],
  nonce: ['x'],
  challenge: ['x'],
}

const SETTINGS_VALUES: readonly unknown[] = [
  '',
  'praxis.example',
  'https://praxis.example',
  'termine@praxis.example',
  '25',
  25,
  true,
  false,
]
const GROUPS = Object.keys(SETTINGS) as Group[]
const SETTINGS_FIELDS = [...GROUPS.flatMap((group) => Object.keys(fieldsOf(group))), 'workingHours']

/** Returns values that the field may have. */
export function plausibleFor(name: string): readonly unknown[] {
  return PLAUSIBLE[name] ?? (SETTINGS_FIELDS.includes(name) ? SETTINGS_VALUES : TEXTS)
}

const CHARACTERS = ['', ' ', '\0', '\ud800', '٣', '＠', '\u202e', '\r\nBcc: x@y.example']
const DAYS_AND_TIMES = [
  '2027-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '2027-03-28T02:30:00',
  '24:00',
  '99999999999',
]
const COMMANDS = [
  "' or 1=1 --",
  '%',
  '_'.repeat(300),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>',
  '{{x}}',
]
const LISTS_AND_OBJECTS = [[], {}, [[]], [null], { a: { a: {} } }]
const TOO_LONG = ['x'.repeat(20_000), Array.from({ length: 2000 }, () => 'x')]

/** Values that no form sends. */
export const HOSTILE: readonly unknown[] = [
  ...[null, true, 0, -1, 1e21, 1.5],
  ...CHARACTERS,
  ...DAYS_AND_TIMES,
  ...COMMANDS,
  ...LISTS_AND_OBJECTS,
  ...TOO_LONG,
]
