import { fullDayTime } from '../../src/shared/format.ts'
import { PracticeContact } from '../page/practice-contact.tsx'
import { startSentence } from './near-start.ts'
import type { TooLateFacts } from './too-late-facts.ts'

/** First words of the subject of an e-mail to the practice, by the change that the box's heading names. */
const SUBJECTS = { Stornierung: 'Absage', Verschiebung: 'Verschiebung' } as const

type TooLateProps = TooLateFacts & {
  /** The refused change, as the heading names it. */
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
