import { ExternalLink } from 'lucide-react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { webLink } from '../../../src/shared/web-link.ts'
import type { Booking } from '../../api/appointment.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { PracticeContact } from '../../page/practice-contact.tsx'
import styles from './overview.module.css'
import { PracticeMap } from './practice-map.tsx'

/** Shows where the practice is and how to reach it. Several lines of an address are separated by commas. */
export function PracticeBlock({ booking: { slot, practice } }: { booking: Booking }) {
  const map = webLink(practice.mapsUrl)
  const embeddedMap = webLink(practice.mapsEmbedUrl)
  return (
    <section className={`section ${styles.practice}`}>
      <h2>{practice.name}</h2>
      {practice.address && (
        <address className="small">
          {practice.address.split(', ').map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      )}
      <PracticeContact
        phone={practice.phone}
        mail={practice.email}
        subject={`Termin am ${shortDayTime(slot.start, viennaToday())}`}
      />
      {embeddedMap && <PracticeMap url={embeddedMap} />}
      {map && (
        <p className="mt-2 small no-print">
          <a className={`with-icon ${styles.mapLink}`} href={map} target="_blank" rel="noopener noreferrer">
            In Karten-App öffnen
            <ExternalLink />
            <span className="visually-hidden"> (öffnet ein neues Fenster)</span>
          </a>
        </p>
      )}
    </section>
  )
}
