import { BadLink } from '../appointment/bad-link.tsx'
import { PracticeContact } from '../parts/practice-contact.tsx'
import { usePractice } from '../status.ts'
import { TitledHeading } from '../titled-heading.tsx'

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
