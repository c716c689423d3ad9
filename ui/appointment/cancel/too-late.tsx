import { fullDayTime } from '../../../src/shared/format.ts'
import { Card } from '../../components/card.tsx'
import { PracticeContact } from '../../components/practice-contact.tsx'
import { startsIn } from '../overview/starts-in.ts'
import type { Late } from './late.ts'
import styles from './too-late.module.css'

/** The box of specification section 8 for the code `too_late`: when it begins, and whom to call. */
export function TooLate({ start, hours, phone, mail }: Late) {
  return (
    <section>
      <Card padded>
        <h2>Stornierung online nicht mehr möglich</h2>
        <p className={styles.text}>
          Ihr Termin ist am <b className="num">{fullDayTime(start)}</b>. {startsIn(hours)}
        </p>
        <p className={styles.text}>Bitte sagen Sie am Telefon oder per E-Mail ab.</p>
        <PracticeContact phone={phone} mail={mail} subject={`Absage: Termin am ${fullDayTime(start)}`} />
      </Card>
    </section>
  )
}
