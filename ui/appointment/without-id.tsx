import { usePractice } from '../api/status.ts'
import { TitledHeading } from '../components/page-heading.tsx'
import { PracticeContact } from '../components/practice-contact.tsx'
import { BadLink } from './bad-link.tsx'

/** A patient's link that has lost its id: whom to ask instead. */
export function WithoutId({ heading }: { heading: string }) {
  const { phone, mail } = usePractice()
  return (
    <>
      <TitledHeading>{heading}</TitledHeading>
      <BadLink />
      <PracticeContact phone={phone} mail={mail} />
    </>
  )
}
