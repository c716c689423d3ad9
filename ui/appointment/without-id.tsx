import { usePractice } from '../api/status.ts'
import { PracticeContact } from '../components/practice-contact.tsx'
import { TitledHeading } from '../components/titled-heading.tsx'
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
