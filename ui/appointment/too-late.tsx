import { fullDayTime } from '../../src/shared/format.ts'
import { PracticeContact } from '../page/practice-contact.tsx'
import { startSentence, type TooLateFacts } from './near-start.ts'

/** The first word of the subject of a mail to the practice, by the word in the heading of the box. */
const SUBJECTS = { Stornierung: 'Absage', Verschiebung: 'Verschiebung' } as const

type TooLateProps = TooLateFacts & {
  /** The change that is refused, as the heading names it. */
  change?: keyof typeof SUBJECTS
}

/**
 * Says after the cut-off when the appointment begins and how to reach the practice (docs/behaviour.md 8.10).
 */
export function TooLate({ start, hours, phone, mail, change = 'Stornierung' }: TooLateProps) {
  return (
    <section>
      <div className="card padded">
        <h2>{change} online nicht mehr möglich</h2>
        <p className="mt-4">{startSentence(start, hours)}</p>
        <p className="mt-4">Bitte rufen Sie uns an oder schreiben Sie uns.</p>
        <PracticeContact
          phone={phone}
          mail={mail}
          subject={`${SUBJECTS[change]}: Termin am ${fullDayTime(start)}`}
        />
      </div>
    </section>
  )
}
