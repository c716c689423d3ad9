import { fullDayTime } from '../../src/rules/format.ts'
import { Board } from '../parts/board.tsx'
import { PracticeContact } from '../parts/practice-contact.tsx'
import type { Late } from './late.ts'
import { startsIn } from './starts-in.ts'
import styles from './too-late.module.css'

/** The box of specification section 8 for the code `too_late`: when it begins, and whom to call. */
export function TooLate({ start, hours, phone, mail }: Late) {
  return (
    <section>
      <Board padded>
        <h2>Stornierung online nicht mehr möglich</h2>
        <p className={styles.text}>
          Ihr Termin ist am <b className="num">{fullDayTime(start)}</b>. {startsIn(hours)}
        </p>
        <p className={styles.text}>Bitte sagen Sie am Telefon oder per E-Mail ab.</p>
        <PracticeContact phone={phone} mail={mail} subject={`Absage: Termin am ${fullDayTime(start)}`} />
      </Board>
    </section>
  )
}
