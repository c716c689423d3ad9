import { usePractice } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { TitledHeading } from '../components/page-heading.tsx'
import { PracticeContact } from '../components/practice-contact.tsx'
import { OPEN_AGAIN } from './texts.ts'

/** In place of an appointment when the address lacks a part (docs/behaviour.md 9.8). */
export function InvalidLink({ reason = 'keine ID' }: { reason?: string }) {
  return (
    <Banner tone="danger" role="alert" title={`Ungültiger Link (${reason}).`}>
      <p>{OPEN_AGAIN}</p>
    </Banner>
  )
}

/** A patient's link without an id. */
export function MissingId({ heading }: { heading: string }) {
  const { phone, mail } = usePractice()
  return (
    <>
      <TitledHeading>{heading}</TitledHeading>
      <InvalidLink />
      <PracticeContact phone={phone} mail={mail} />
    </>
  )
}
