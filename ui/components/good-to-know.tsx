import { ChevronDown, CircleCheck, Hourglass, Mail, Smartphone, Stethoscope } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePractice } from '../api/status.ts'
import styles from './good-to-know.module.css'
import { useWide } from './use-wide.ts'

/** The portal's notes to patients (specification section 1): folded away on phones, beside the content from 900 px. */
export function GoodToKnow() {
  const wide = useWide()
  return (
    <aside className={styles.aside} aria-label="Gut zu wissen">
      {wide ? (
        <>
          <h2 className={styles.title}>Gut zu wissen</h2>
          <Notes />
        </>
      ) : (
        <details className={styles.folded}>
          <summary className={styles.summary}>
            Gut zu wissen
            <ChevronDown className={styles.arrow} />
          </summary>
          <Notes />
        </details>
      )}
    </aside>
  )
}

function Notes() {
  const { mail } = usePractice()
  return (
    <>
      <ul className={styles.notes}>
        <Note icon={<Stethoscope />}>
          Wir sind eine <b>Wahlarztordination</b>. Sie erhalten eine Honorarnote.
        </Note>
        <Note icon={<CircleCheck />}>
          Tage mit freien Zeiten tragen einen <b>grünen Punkt</b>.
        </Note>
        <Note icon={<Mail />}>
          Die <b>Reservierungsbestätigung</b> kommt per E-Mail.
        </Note>
        <Note icon={<Hourglass />}>
          Wir bestätigen jeden Termin <b>von Hand</b>.
        </Note>
        <Note icon={<Smartphone />}>
          <b>„Auf diesem Gerät merken“</b> spart beim nächsten Mal Zeit. Die Daten bleiben nur auf Ihrem
          Gerät.
        </Note>
      </ul>
      {mail && (
        <div className={styles.contact}>
          <p>Fragen zur Buchung?</p>
          <a className={styles.mail} href={`mailto:${mail}`}>
            <Mail />
            <span>{mail}</span>
          </a>
        </div>
      )}
    </>
  )
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.note}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
