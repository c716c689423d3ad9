import { ChevronDown, CircleCheck, Hourglass, Mail, Smartphone, Stethoscope } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePractice } from '../api/status.ts'
import { EmailText } from '../components/line-breaks.tsx'
import { useMatches } from '../components/use-matches.ts'
import styles from './patient-info.module.css'

/** Shows the notes "Gut zu wissen", which are folded away in narrow windows. */
export function PatientInfo() {
  // The stylesheets have the same limit for two columns.
  const isWide = useMatches('(width >= 56.25em)')
  return (
    <aside className={`${styles.info} no-print`} aria-label="Gut zu wissen">
      {isWide ? (
        <>
          <h2 className="mb-4">Gut zu wissen</h2>
          <Notes />
        </>
      ) : (
        <details>
          <summary className={`row between semibold ${styles.summary}`}>
            Gut zu wissen
            <ChevronDown className="muted" />
          </summary>
          <div className="mt-4">
            <Notes />
          </div>
        </details>
      )}
    </aside>
  )
}

/** Shows the notes, and the practice's e-mail address for questions. */
function Notes() {
  const { mail } = usePractice()
  return (
    <div className="stack gap-5 muted small">
      <ul className="stack">
        <Note icon={<Stethoscope />}>
          Wir sind eine <b>Wahlarztordination</b>. Sie erhalten eine Honorarnote.
        </Note>
        <Note icon={<CircleCheck />}>
          Tage mit freien Zeiten tragen einen <b>grünen Punkt</b>.
        </Note>
        <Note icon={<Mail />}>
          Die <b>Reservierungsbestätigung</b> kommt per <span className="nowrap">E-Mail</span>.
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
        <div className={`${styles.contact} line-above`}>
          <p>Fragen zur Buchung?</p>
          <a className={`with-icon medium break ${styles.mail}`} href={`mailto:${mail}`}>
            <Mail />
            <span>
              <EmailText>{mail}</EmailText>
            </span>
          </a>
        </div>
      )}
    </div>
  )
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="media">
      {icon}
      <span>{children}</span>
    </li>
  )
}
