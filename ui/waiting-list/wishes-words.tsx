import type { ReactNode } from 'react'
import { WAITING_WEEKDAYS } from '../../src/shared/waiting-list.ts'
import type { WaitingTerms } from '../../src/shared/waiting-list-answers.ts'
import { PageHeading, usePageTitle } from '../page/page-heading.tsx'

/** The heading of waiting-list pages that have no more specific one. */
export const WAITING_LIST_HEADING = 'Warteliste'

/** Returns the heading with the name of the service that the patient waits for; undefined leaves it out. */
export function waitingListHeading(service: string | undefined): string {
  return service ? `${WAITING_LIST_HEADING}: ${service}` : WAITING_LIST_HEADING
}

/**
 * Returns the sentence that says what the waiting list does. While the terms are unknown, the sentence names
 * no number of minutes.
 */
export function waitingListSentence(time: 'frühere' | 'passende', terms: WaitingTerms | undefined): string {
  const hold = terms ? ` und halten sie ${terms.offer_minutes} Minuten für Sie frei` : ''
  return `Wird eine ${time} Zeit frei, schreiben wir Ihnen${hold}.`
}

/**
 * Returns the weekdays on which the practice is open, or the whole week if they are unknown or there are
 * none.
 */
export function openWeekdays(terms: WaitingTerms | undefined): readonly number[] {
  return terms?.weekdays.length ? terms.weekdays : WAITING_WEEKDAYS
}

/** Shows the heading of a form with a sentence below it. The heading is the title of the document too. */
export function HeadingWithLead({ children, lead }: { children: string; lead: ReactNode }) {
  usePageTitle(children)
  return <PageHeading lead={lead}>{children}</PageHeading>
}
