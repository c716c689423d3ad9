import { type Day, type Instant, isDay } from '../../../src/shared/day.ts'
import {
  clampStep,
  EMPTY_WIZARD,
  nearestReachable,
  STEPS,
  type Step,
  WITHOUT_RESOURCE,
  WITHOUT_SERVICE,
  WITHOUT_SLOT,
  type Wizard,
  wizardReducer,
} from './wizard.ts'

/** The state that this browser stored during an earlier visit or before a reload. */
export type StoredWizard = Partial<Wizard> & {
  /** True when this tab had stored nothing, so that the state comes from the device. */
  fromOtherTab?: boolean
}

export const CONTINUED = 'Sie setzen eine Buchung fort, die Sie in einem anderen Fenster begonnen haben.'

type Address = Readonly<{
  /** `?service=…&view=…&date=…&visit=…&step=…` */
  search: string
  /** `#step-3` */
  hash: string
}>

/** `today` is called only where a day is compared: the first date format of a browser takes long to make. */
type Now = Readonly<{ instant: Instant; today: () => Day }>

/**
 * The wizard as it opens: the stored state, changed by what the address asks for, without days, slots and
 * holds that are over. The step is the hash's, else the query's, else 3 for a preselected service, else the
 * stored one; an unreachable step is replaced by the nearest one before it (docs/behaviour.md 4.2, 4.3 and
 * 4.13).
 */
export function initialWizard(
  { fromOtherTab, ...stored }: StoredWizard,
  { search, hash }: Address,
  now: Now,
): Wizard {
  const query = readQuery(search, now.today)
  const hashStep = stepOfHash(hash)
  if (stored.booked && hashStep === STEPS.done) return { ...EMPTY_WIZARD, ...stored, step: STEPS.done }

  const restored: Wizard = { ...EMPTY_WIZARD, ...stored, booked: undefined, notice: undefined }
  const wizard = withChoicesOf(query, dropPast(restored, now))
  const wanted = hashStep ?? query.step ?? (query.service ? STEPS.slot : (stored.step ?? STEPS.visit))
  const opened = { ...wizard, step: nearestReachable(wizard, wanted) }
  if (opened.hold && opened.step >= STEPS.contact && opened.hold.expiresAt <= now.instant)
    return wizardReducer(opened, { type: 'hold expired' })
  return {
    ...opened,
    hold: opened.step < STEPS.contact ? undefined : opened.hold,
    notice:
      fromOtherTab && continuesEarlier(opened, query)
        ? { tone: 'info', text: CONTINUED, canStartAnew: true }
        : undefined,
  }
}

/** Returns whether the wizard opens with more than the address asks for, which the patient may wonder at. */
function continuesEarlier({ step, slot, serviceId, visit }: Wizard, query: Query): boolean {
  if (step <= STEPS.visit) return false
  return slot !== undefined || serviceId !== query.service || visit !== query.visit
}

/** Takes over what the address chooses, and drops the stored choices that built on another one. */
function withChoicesOf(query: Query, stored: Wizard): Wizard {
  let wizard = stored
  if (query.visit && query.visit !== wizard.visit)
    wizard = { ...wizard, ...WITHOUT_SERVICE, visit: query.visit }
  // The service may belong to the other kind of visit than the stored one.
  if (query.service && query.service !== wizard.serviceId)
    wizard = { ...wizard, ...WITHOUT_RESOURCE, visit: query.visit, serviceId: query.service }
  if (query.date && query.date !== wizard.day) wizard = { ...wizard, ...WITHOUT_SLOT, day: query.date }
  return { ...wizard, view: query.view ?? wizard.view, listFrom: query.date ?? wizard.listFrom }
}

/** Returns the step in `#step-N`, or undefined for any other hash. */
export function stepOfHash(hash: string): Step | undefined {
  const match = /^#step-(-?\d+)$/.exec(hash)
  return match ? clampStep(Number(match[1])) : undefined
}

export function hashOfStep(step: Step): string {
  return `#step-${step}`
}

type Query = ReturnType<typeof readQuery>

function readQuery(search: string, today: () => Day) {
  const query = new URLSearchParams(search)
  const visit = query.get('visit')
  const view = query.get('view')
  const date = query.get('date') ?? ''
  const step = query.get('step')
  return {
    service: query.get('service') || undefined,
    visit: visit === 'first' || visit === 'return' ? visit : undefined,
    view: view === 'list' || view === 'calendar' ? view : undefined,
    date: isDay(date) && date >= today() ? date : undefined,
    step: step !== null && /^-?\d+$/.test(step) ? clampStep(Number(step)) : undefined,
  } as const
}

function dropPast(wizard: Wizard, { instant, today }: Now): Wizard {
  // A start that cannot be read is NaN, which is not later than now either.
  const hasStarted = wizard.slot !== undefined && !(Date.parse(wizard.slot.start) > instant)
  return {
    ...wizard,
    day: wizard.day !== undefined && wizard.day < today() ? undefined : wizard.day,
    listFrom: wizard.listFrom !== undefined && wizard.listFrom < today() ? undefined : wizard.listFrom,
    ...(hasStarted && WITHOUT_SLOT),
  }
}
