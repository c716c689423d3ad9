import { Fact, FactList } from '../../components/fact-list.tsx'
import styles from '../appointment/appointment.module.css'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'

/** The patient's answers to the questions of the service. */
export function BookingAnswers({ answers }: Pick<BookingDetail, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <section>
      <h3>Antworten</h3>
      <div className={styles.facts}>
        <FactList>
          {answers.map(({ id, label, value }) => (
            <Fact key={id} label={label} wide>
              {value}
            </Fact>
          ))}
        </FactList>
      </div>
    </section>
  )
}
