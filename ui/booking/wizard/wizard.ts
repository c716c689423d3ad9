import type { Day, Instant } from '../../../src/shared/day.ts'
import type { Service, Visit } from '../../../src/shared/service/service.ts'
import type { Slot, WantedTimes } from '../../api/free-times.ts'
import type { TimesView } from '../../patient/time/time-choice.tsx'

/** The numbers of the steps Besuch, Leistung, Termin, Daten, Prüfen and Buchen, which appear in URLs. */
export const STEPS = { visit: 1, service: 2, slot: 3, contact: 4, review: 5, done: 6 } as const
export type Step = (typeof STEPS)[keyof typeof STEPS]

/** A slot that the server has reserved for this patient. */
export type Hold = Readonly<{
  id: string
  expiresAt: Instant
  /**
   * True for a hold that another tab has placed. This tab never ends it, because the other tab may need it.
   */
  adopted?: true
  /** True for a hold that came with an offer of the waiting list. */
  offered?: true
  /** The name of the doctor or room whose time is held, where the practice has several. */
  resource?: string
}>

/** The booking as the last step shows it, also after a reload of that step. */
type Booked = Readonly<{
  id: string
  /** ISO 8601 with offset. */
  start: string
  serviceName: string
  /** The name of the doctor or room, where the practice has several. */
  resource?: string | undefined
  /** `ca. 45 Min`, or '' when the practice shows no duration. */
  duration: string
  /** The service's hint for the preparation; may be empty. */
  hint: string
  email: string
  /** The patient's name, such as `Max Muster`, if somebody else has booked. */
  patient?: string | undefined
}>

/** The state of the wizard: the step, and everything that the patient has chosen until now. */
export type Wizard = Readonly<{
  step: Step
  visit: Visit | undefined
  serviceId: string | undefined
  /** The doctor or room that the patient wishes for; undefined for any. */
  resourceId: string | undefined
  /** The chosen day. A day from the URL has no slot yet. */
  day: Day | undefined
  slot: Slot | undefined
  hold: Hold | undefined
  booked: Booked | undefined
  view: TimesView
  /** The first day of the list view, if the URL names one. */
  listFrom: Day | undefined
  /** Whether "Auf diesem Gerät merken" is ticked. */
  remember: boolean
  notice: WizardNotice | undefined
}>

/** A sentence above the step that says why the patient was sent there, or what the wizard continues. */
export type WizardNotice = Readonly<{
  tone: 'danger' | 'info'
  text: string
  /** Whether the notice has the button "Neu beginnen", which drops all choices. */
  canStartAnew?: true
  /** Whether the notice says that the hold has run out. */
  holdExpired?: true
}>

/** The fields of a service that say for which visits it is offered. */
export type OfferableService = Pick<Service, 'id' | 'name' | 'display_order' | 'first_visit'>

/** Everything that can happen to the wizard, by the patient's presses and by answers of the server. */
export type WizardAction =
  | { type: 'visit chosen'; visit: Visit }
  | { type: 'service chosen'; serviceId: string }
  | { type: 'services loaded'; services: readonly OfferableService[] }
  | { type: 'resource chosen'; resourceId: string | undefined }
  | { type: 'view chosen'; view: TimesView }
  | { type: 'day chosen'; day: Day }
  | { type: 'slot chosen'; slot: Slot; day: Day }
  | { type: 'slot confirmed' }
  | { type: 'remember set'; remember: boolean }
  | { type: 'hold placed'; hold: Hold; slot: Slot }
  | { type: 'hold extended'; id: string; expiresAt: Instant }
  | { type: 'hold expired' }
  | { type: 'slot lost'; reason: string }
  | { type: 'contact reopened'; reason?: string }
  | { type: 'booked'; booked: Booked }
  | { type: 'step requested'; step: number }
  | { type: 'started anew' }

/** Tells the wizard what has happened. */
export type Dispatch = (action: WizardAction) => void

/** The wizard at its start, with nothing chosen. */
export const EMPTY_WIZARD: Wizard = {
  step: STEPS.visit,
  visit: undefined,
  serviceId: undefined,
  resourceId: undefined,
  day: undefined,
  slot: undefined,
  hold: undefined,
  booked: undefined,
  view: 'calendar',
  listFrom: undefined,
  remember: false,
  notice: undefined,
}

/** The kinds of visit as the patient reads them. */
export const VISIT_LABELS: Record<Visit, string> = { first: 'Erstbesuch', return: 'Folgebesuch' }

/**
 * Returns whether the hold has run out in step 4, where the patient then chooses another time without losing
 * the form (docs/behaviour.md 4.8). The wizard keeps the lost slot, because step 4 is reachable only with a
 * slot.
 */
export function hasLostTime({ step, notice }: Wizard): boolean {
  return step === STEPS.contact && notice?.holdExpired === true
}

/** Returns the service and the wished doctor whose free times the patient chooses from. */
export function wantedTimesOf({
  serviceId = '',
  resourceId,
}: Pick<Wizard, 'serviceId' | 'resourceId'>): WantedTimes {
  return { service: serviceId, ...(resourceId !== undefined && { resource: resourceId }) }
}

/** Returns whether closing the page would lose choices (docs/behaviour.md 4.10). */
export function isInProgress({ step, slot, hold }: Wizard): boolean {
  return step !== STEPS.done && (step > STEPS.visit || slot !== undefined || hold !== undefined)
}
