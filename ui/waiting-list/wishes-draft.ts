import * as v from 'valibot'
import type { Day } from '../../src/shared/day.ts'
import { fieldErrorsOf, type ReadDraft } from '../../src/shared/field-errors.ts'
import type { NamedResource } from '../../src/shared/resource.ts'
import type { WaitingEntry } from '../../src/shared/waiting-list-answers.ts'
import { waitingSchema } from '../../src/shared/waiting-list-rules.ts'
import { viennaToday } from '../api/server-clock.ts'
import { keepDraft, recallDraft } from '../booking/contact/draft-storage.ts'
import { loadWizard } from '../booking/wizard/storage.ts'
import { browserStorage, recordIn } from '../patient/browser-storage.ts'
import {
  defaultLastDay,
  fromWishesDraft,
  toWishesDraft,
  type WishesDraft,
} from '../patient/waiting-list/wishes.ts'
import type { EntryRequest } from './enter-waiting-list.ts'

/** The values of the form: the wishes for a time, the e-mail address, and the doctor or room. */
export type WaitingDraft = WishesDraft & {
  email: string
  /** The id of the wished doctor or room; null for any, or for the appointment's own. */
  resource: string | null
}

/** The data that the form begins with: what the patient waits for, the present entry, and the choices. */
export type WishesInput = {
  /**
   * The appointment to make earlier, or the service to wait for. For a service the form also asks for the
   * e-mail.
   */
  target: { booking_id: string } | { service_id: string }
  /** The present entry, if there is one. */
  entry: WaitingEntry | undefined
  /** The weekdays to choose from. */
  weekdays: readonly number[]
  /**
   * The doctors and rooms to choose from; empty where there is only one, undefined where they are not known.
   */
  resources: readonly NamedResource[] | undefined
  /** The day of the appointment, which is the last day that can be chosen. */
  ownDay?: Day
}

/** The key under which a tab keeps the values until they are saved. */
const TAB_KEY = 'ordi_wishes'

/** The values as this version keeps them. Those of another version may have another form, and are ignored. */
const keptSchema = v.object({
  not_before: v.string(),
  not_after: v.string(),
  weekdays: v.array(v.string()),
  parts: v.array(v.string()),
  email: v.string(),
  resource: v.nullable(v.string()),
})

/**
 * Returns the form's first values: those that this tab has kept for the same subject, or else those of the
 * entry, or defaults for a new one.
 */
export function firstWaitingDraft(input: WishesInput): WaitingDraft {
  const { target, entry, ownDay } = input
  const today = viennaToday()
  const kept = recordIn(browserStorage.tab.read(TAB_KEY))
  return {
    ...toWishesDraft(entry, defaultLastDay(ownDay, today), today),
    email: 'service_id' in target ? recallContactDraft().email : '',
    resource: wishedResource(target, entry) ?? null,
    ...(kept.subject === subjectOf(input) && v.is(keptSchema, kept.draft) && kept.draft),
  }
}

/** Keeps the values in this tab for a reload and for a return to the page; undefined deletes them. */
export function keepWishes(input: WishesInput, draft: WaitingDraft | undefined): void {
  const kept = draft && JSON.stringify({ subject: subjectOf(input), draft })
  browserStorage.tab.write(TAB_KEY, kept)
}

/** Returns a text by which kept values are known to be for the same appointment, service or entry. */
function subjectOf({ target, entry }: WishesInput): string {
  return JSON.stringify([target, entry?.id])
}

/**
 * Returns the id of the doctor or room that the entry wishes for. A new entry for a service takes the wish
 * from step 3 of the wizard.
 */
function wishedResource(target: WishesInput['target'], entry: WaitingEntry | undefined) {
  if (entry) return entry.resource
  if ('booking_id' in target) return undefined
  const { serviceId, resourceId } = loadWizard(browserStorage)
  return serviceId === target.service_id ? resourceId : undefined
}

/** Reads the draft by the server's rules. The output is the body of the call. */
export function readWishes(
  { email, resource, ...wishes }: WaitingDraft,
  { target, weekdays, resources }: WishesInput,
): ReadDraft<EntryRequest> {
  // An appointment already has an e-mail address, and the call for it takes no other.
  const targetAndEmail = 'service_id' in target ? { ...target, email } : target
  const schema = waitingSchema({ today: viennaToday() })
  const { success, output, issues } = v.safeParse(schema, {
    ...targetAndEmail,
    ...fromWishesDraft(wishes, weekdays),
    // With only one resource left there is no choice, and the form has no field for it.
    resource: resources?.length === 0 ? null : resource,
  })
  return success ? { output } : { errors: fieldErrorsOf(issues) }
}

/** Returns the contact draft that this browser remembers. */
function recallContactDraft() {
  return recallDraft(browserStorage, loadWizard(browserStorage).remember ?? false, Date.now())
}

/** Stores the e-mail address in the contact draft, so that the patient need not type it again in step 4. */
export function keepEmail(email: string): void {
  keepDraft(browserStorage, { ...recallContactDraft(), email }, { onDevice: false, now: Date.now() })
}
