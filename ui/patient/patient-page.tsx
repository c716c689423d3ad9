import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { ServerState } from '../api/query-client.tsx'
import { Banner } from '../components/banner.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'
import { OPEN_AGAIN } from './appointment-texts.ts'

type PatientPageProps = {
  /** Of the page without an id. */
  heading: string
  narrow?: boolean
  children: (id: string) => ReactNode
}

/** The page of a patient's link, which has an id in its address (`?id=`). */
export function PatientPage({ heading, narrow = false, children }: PatientPageProps) {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame narrow={narrow}>{id ? children(id) : <MissingId heading={heading} />}</PageFrame>
    </ServerState>
  )
}

/** Back in the history. A link from an e-mail opens a window without one: there it leads to `instead`. */
export function useGoBack(instead: string): () => void {
  const [, navigate] = useLocation()
  return () => (history.length > 1 ? history.back() : navigate(instead))
}

/** In place of an appointment when the address lacks a part (docs/behaviour.md 9.8). */
export function InvalidLink({ reason = 'keine ID' }: { reason?: string }) {
  return (
    <Banner tone="danger" role="alert" title={`Ungültiger Link (${reason}).`}>
      {OPEN_AGAIN}
    </Banner>
  )
}

/** A patient's link without an id. */
export function MissingId({ heading }: { heading: string }) {
  return (
    <>
      <TitledHeading>{heading}</TitledHeading>
      <InvalidLink />
      <PracticeContact />
    </>
  )
}
