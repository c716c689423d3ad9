import { fullDayTime } from '../../src/shared/format.ts'
import { PracticeContact } from '../page/practice-contact.tsx'
import { type Late, startSentence } from './near-start.ts'

/** The subject of a mail to the practice, by the word in the heading of the box. */
const SUBJECTS = { Stornierung: 'Absage', Verschiebung: 'Verschiebung' } as const

type TooLateProps = Late & { what?: keyof typeof SUBJECTS }

/**
 * Says after the cut-off when the appointment begins and how to reach the practice (docs/behaviour.md 8.10).
 */
export function TooLate({ start, hours, phone, mail, what = 'Stornierung' }: TooLateProps) {
  return (
    <section>
      <div className="card padded">
        <h2>{what} online nicht mehr möglich</h2>
        <p className="mt-4">{startSentence(start, hours)}</p>
        <p className="mt-4">Bitte rufen Sie uns an oder schreiben Sie uns.</p>
        <PracticeContact
          phone={phone}
          mail={mail}
          subject={`${SUBJECTS[what]}: Termin am ${fullDayTime(start)}`}
        />
      </div>
    </section>
  )
}
