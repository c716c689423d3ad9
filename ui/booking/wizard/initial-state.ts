import { addDays, type Day, type Instant, isDay } from '../../../src/shared/day.ts'
import { CALENDAR_MONTHS_AHEAD } from '../../../src/shared/free-times.ts'
import { WITHOUT_RESOURCE, WITHOUT_SERVICE, WITHOUT_SLOT } from './cleared-choices.ts'
import { clampStep, nearestReachable } from './reachable-steps.ts'
import { stepOfHash } from './step-hash.ts'
import { EMPTY_WIZARD, STEPS, type Wizard } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

/** The notice of a wizard that opens with the stored choices of another tab. */
export const CONTINUED_NOTICE =
  'Sie setzen eine Buchung fort, die Sie in einem anderen Fenster begonnen haben.'

/** Days that a URL may look ahead; the calendar shows about as many. */
const DAYS_SHOWN = (CALENDAR_MONTHS_AHEAD / 12) * 365

/** The state that this browser has stored, during an earlier visit or before a reload. */
export type StoredWizard = Partial<Wizard> & {
  /** True when this tab has stored nothing itself, so that the state comes from the device. */
  fromOtherTab?: boolean
}

/** The parts of the page's URL by which the wizard opens. */
type UrlParts = Readonly<{
  /** `?service=…&view=…&date=…&visit=…&step=…` */
  search: string
  /** `#step-3` */
  hash: string
}>

/**
 * The present instant and day. `today` is called only where a day is compared, because formatting the first
 * date is slow on a phone.
 */
type Now = Readonly<{ instant: Instant; today: () => Day }>

/**
 * Returns the wizard as it opens: the stored state with the choices of the URL, without past days, past
 * slots and expired holds (docs/behaviour.md 4.2, 4.3 and 4.13). The step comes from the hash, or else from
 * the query. Without either it is step 3 if the URL names a service, or else the stored step. An
 * unreachable step is replaced by the last reachable step before it.
 */
export function initialWizard(
  { fromOtherTab, ...stored }: StoredWizard,
  { search, hash }: UrlParts,
  now: Now,
): Wizard {
  const query = readQuery(search, now.today)
  const hashStep = stepOfHash(hash)
  if (stored.booked && hashStep === STEPS.done) return { ...EMPTY_WIZARD, ...stored, step: STEPS.done }

  const restored: Wizard = { ...EMPTY_WIZARD, ...stored, booked: undefined, notice: undefined }
  const wizard = withChoicesOf(query, dropPast(restored, now))
  const impliedStep = query.service ? STEPS.slot : (stored.step ?? STEPS.visit)
  const wantedStep = hashStep ?? query.step ?? impliedStep
  const step = nearestReachable(wizard, wantedStep)
  // The steps before the contact drop a hold.
  const hold = step < STEPS.contact ? undefined : wizard.hold
  const opened = { ...wizard, step, hold }
  if (hold && hold.expiresAt <= now.instant) return wizardReducer(opened, { type: 'hold expired' })

  const isContinued = fromOtherTab && continuesEarlier(opened, query)
  const notice = isContinued
    ? ({ tone: 'info', text: CONTINUED_NOTICE, canStartAnew: true } as const)
    : undefined
  return { ...opened, notice }
}

/**
 * Returns whether the wizard opens with more than the URL asks for, so that the patient may wonder why.
 */
function continuesEarlier({ step, slot, serviceId, visit }: Wizard, query: Query): boolean {
  if (step <= STEPS.visit) return false
  return slot !== undefined || serviceId !== query.service || visit !== query.visit
}

/** Applies the choices of the URL, and drops the stored choices that depended on replaced ones. */
function withChoicesOf(query: Query, stored: Wizard): Wizard {
  // Each choice drops the later ones, so they are applied in the order of the steps.
  let wizard = stored
  if (query.visit && query.visit !== wizard.visit)
    wizard = { ...wizard, ...WITHOUT_SERVICE, visit: query.visit }
  // The service may be offered only for the other kind of visit, so a stored visit is dropped too.
  if (query.service && query.service !== wizard.serviceId)
    wizard = { ...wizard, ...WITHOUT_RESOURCE, visit: query.visit, serviceId: query.service }
  if (query.date && query.date !== wizard.day) wizard = { ...wizard, ...WITHOUT_SLOT, day: query.date }
  // The wizard drops the query, so one in the URL means a link that was just opened, and not a reload.
  const { view, listFrom } = query.isEmpty ? wizard : EMPTY_WIZARD
  return { ...wizard, view: query.view ?? view, listFrom: query.date ?? listFrom }
}

type Query = ReturnType<typeof readQuery>

/** Reads the parameters of the URL, and leaves out invalid values and days that are not shown. */
function readQuery(search: string, today: () => Day) {
  const query = new URLSearchParams(search)
  const visit = query.get('visit')
  const view = query.get('view')
  const step = query.get('step')
  return {
    isEmpty: search === '',
    service: query.get('service') || undefined,
    visit: visit === 'first' || visit === 'return' ? visit : undefined,
    view: view === 'list' || view === 'calendar' ? view : undefined,
    date: shownDay(query.get('date'), today),
    step: step !== null && /^-?\d+$/.test(step) ? clampStep(Number(step)) : undefined,
  } as const
}

/** Returns the text if it is a day that the calendar shows, neither past nor too far ahead. */
function shownDay(text: string | null | undefined, today: () => Day): Day | undefined {
  return text && isDay(text) && text >= today() && text <= addDays(today(), DAYS_SHOWN) ? text : undefined
}

/** Drops the slot that has passed since it was stored, and the days that are not shown. */
function dropPast(wizard: Wizard, { instant, today }: Now): Wizard {
  // A start that cannot be read is NaN, which is not later than now either.
  const hasStarted = wizard.slot !== undefined && !(Date.parse(wizard.slot.start) > instant)
  return {
    ...wizard,
    day: shownDay(wizard.day, today),
    listFrom: shownDay(wizard.listFrom, today),
    ...(hasStarted && WITHOUT_SLOT),
  }
}
