import { type BrowserStorage, recordIn } from '../../patient/browser-storage.ts'
import type { StoredWizard } from './initial-state.ts'
import { clampStep } from './reachable-steps.ts'
import { type Hold, hasLostTime, STEPS, type Wizard } from './wizard.ts'

/**
 * The keys under which the wizard's state is stored. Each tab reads back its own copy (session storage), so
 * that two tabs never mix. A new tab and a reopened browser start from the device's copy (local storage),
 * which holds the last changes of all tabs (docs/behaviour.md 4.11).
 */
export const WIZARD_KEYS = {
  step: 'ordi_step',
  visit: 'ordi_visit',
  serviceId: 'ordi_service',
  resourceId: 'ordi_resource',
  day: 'ordi_date',
  slot: 'ordi_slot',
  hold: 'ordi_hold',
  view: 'ordi_view',
  listFrom: 'ordi_list_from',
  remember: 'ordi_remember',
  booked: 'ordi_booking',
} as const

type Field = keyof typeof WIZARD_KEYS

/**
 * The fields that the device never stores. The booking's id opens the overview of the appointment, so it must
 * not outlive the tab.
 */
const TAB_ONLY: ReadonlySet<Field> = new Set(['view', 'listFrom', 'booked'])
const FIELDS = Object.keys(WIZARD_KEYS) as Field[]

/**
 * Stored in place of a time that was lost in step 4: a reload finds this hold expired, and so restores the
 * same state.
 */
const EXPIRED_HOLD: Hold = { id: '', expiresAt: 0 }

/**
 * Returns the state that the tab has stored, or else the device. An unreadable value counts as absent; days
 * are checked when the wizard opens (`initialWizard`).
 */
export function loadWizard({ tab, device }: BrowserStorage): StoredWizard {
  const isOfThisTab = tab.read(WIZARD_KEYS.step) !== null
  const text = (field: Field) => {
    const storage = isOfThisTab || TAB_ONLY.has(field) ? tab : device
    return storage.read(WIZARD_KEYS[field])
  }
  const step = text('step')
  return {
    // The step is left out where none is stored, so that even the first one is stored when the wizard opens.
    ...(step !== null && { step: clampStep(Number(step)) }),
    visit: oneOf(text('visit'), ['first', 'return']),
    serviceId: text('serviceId') || undefined,
    resourceId: text('resourceId') || undefined,
    day: text('day') || undefined,
    slot: slotIn(text('slot')),
    hold: holdIn(text('hold'), isOfThisTab),
    view: oneOf(text('view'), ['calendar', 'list']) ?? 'calendar',
    listFrom: text('listFrom') || undefined,
    booked: bookedIn(text('booked')),
    // The choice holds for the whole device, so the tab's own copy does not count.
    remember: device.read(WIZARD_KEYS.remember) === 'true',
    fromOtherTab: !isOfThisTab,
  }
}

/** Stores all fields in this tab, and on the device those that differ from the previous state. */
export function saveWizard({ tab, device }: BrowserStorage, wizard: Wizard, previous: StoredWizard): void {
  for (const field of FIELDS) {
    const text = textOf(field, wizard)
    tab.write(WIZARD_KEYS[field], text)
    if (previous[field] !== wizard[field] && !TAB_ONLY.has(field)) device.write(WIZARD_KEYS[field], text)
  }
}

/** Returns a field as the text that is stored; undefined for a field that is not stored. */
function textOf(field: Field, wizard: Wizard): string | undefined {
  // The last step is never stored. A stored booking leads to it, and only in this tab.
  if (field === 'step' && wizard.step === STEPS.done) return undefined
  if (field === 'hold') {
    const hold = hasLostTime(wizard) ? EXPIRED_HOLD : wizard.hold
    return hold && JSON.stringify({ ...hold, expiresAt: isoOf(hold.expiresAt) })
  }
  const value = wizard[field]
  if (value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString()
}

/** Returns the text if it is one of the values. */
function oneOf<Value extends string>(text: string | null, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === text)
}

function slotIn(text: string | null): Wizard['slot'] {
  const { start, end } = recordIn(text)
  return isInstant(start) ? { start, end: isInstant(end) ? end : undefined } : undefined
}

/** Reads a hold. @param isOfThisTab false for the device's copy: the hold of another tab is adopted */
function holdIn(text: string | null, isOfThisTab: boolean): Wizard['hold'] {
  const { id, expiresAt, adopted, offered, resource } = recordIn(text)
  if (typeof id !== 'string' || !isInstant(expiresAt)) return undefined
  return {
    id,
    expiresAt: Date.parse(expiresAt),
    ...((adopted === true || !isOfThisTab) && { adopted: true }),
    ...(offered === true && { offered: true }),
    ...(typeof resource === 'string' && { resource }),
  }
}

/** Reads a booking. An older version stored no hint, and resource and patient may always be missing. */
function bookedIn(text: string | null): Wizard['booked'] {
  const { id, start, serviceName, resource, duration, hint = '', email, patient } = recordIn(text)
  const isComplete =
    typeof id === 'string' &&
    isInstant(start) &&
    typeof serviceName === 'string' &&
    typeof duration === 'string' &&
    typeof hint === 'string' &&
    typeof email === 'string'
  if (!isComplete) return undefined
  return {
    id,
    start,
    serviceName,
    resource: typeof resource === 'string' ? resource : undefined,
    duration,
    hint,
    email,
    patient: typeof patient === 'string' ? patient : undefined,
  }
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}
