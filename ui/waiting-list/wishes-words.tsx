import type { ReactNode } from 'react'
import { WAITING_WEEKDAYS, type WaitingTerms } from '../../src/shared/waiting-list.ts'
import { PageHeading, usePageTitle } from '../page/page-heading.tsx'

export const HEADING = 'Warteliste'

/** Returns the heading with the service that somebody waits for, once its name is known. */
export function headingFor(service: string | undefined): string {
  return service ? `${HEADING}: ${service}` : HEADING
}

/** Says in one sentence what the waiting list does. Without terms it names no time limit. */
export function howItWorks(time: 'frühere' | 'passende', terms: WaitingTerms | undefined): string {
  const hold = terms ? ` und halten sie ${terms.offer_minutes} Minuten für Sie frei` : ''
  return `Wird eine ${time} Zeit frei, schreiben wir Ihnen${hold}.`
}

/** Returns the weekdays on which the practice works; all of them while these are unknown or none. */
export function openWeekdays(terms: WaitingTerms | undefined): readonly number[] {
  return terms?.weekdays.length ? terms.weekdays : WAITING_WEEKDAYS
}

/** The heading of a form, with a sentence below it. It is the title of the page too. */
export function HeadingWithLead({ children, lead }: { children: string; lead: ReactNode }) {
  usePageTitle(children)
  return <PageHeading lead={lead}>{children}</PageHeading>
}
