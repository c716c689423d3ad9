import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { type Asked, DecisionDialog } from '../bookings/decision-dialog.tsx'
import { useDecision } from '../bookings/use-decision.ts'
import styles from './request-list.module.css'
import type { OpenRequest } from './use-dashboard.ts'

/** A board that is this many hours long fills its place. */
const LONGEST_AGE = 24

/** Open requests, the one that waits longest first, to be confirmed or rejected in place. */
export function RequestList({ requests }: { requests: readonly OpenRequest[] }) {
  const [asked, setAsked] = useState<Asked>()
  const decision = useDecision()

  return (
    <section aria-label="Offene Anfragen">
      <div role="status">
        {decision.note && (
          <div className={styles.note}>
            <Banner tone="good">{decision.note}</Banner>
          </div>
        )}
      </div>
      {decision.failure && (
        <div className={styles.note}>
          <Banner tone="danger" role="alert">
            {decision.failure}
          </Banner>
        </div>
      )}
      <Card>
        {requests.length === 0 ? (
          <p className={styles.empty}>Hier stehen Reservierungen, über die noch niemand entschieden hat.</p>
        ) : (
          <ul>
            {requests.map((request) => (
              <li key={request.id} className={styles.request}>
                <div className={styles.age}>
                  <svg
                    className={styles.bar}
                    viewBox="0 0 112 6"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect width={ageWidth(request.waiting_hours)} height="6" rx="3" />
                  </svg>
                  {ageText(request.waiting_hours)}
                </div>
                <div>
                  <Link className={styles.who} href={`?booking=${encodeURIComponent(request.id)}`}>
                    {request.name}
                  </Link>
                  <small className="num">
                    {request.mobile}
                    {request.first_visit && ', zum ersten Mal'}
                  </small>
                </div>
                <div>
                  <b className="num">{shortDayTime(request.start)}</b>
                  <small>
                    {request.service_name}, {minutesOf(request)} Min
                  </small>
                </div>
                <div className={styles.actions}>
                  <Button
                    size="small"
                    aria-label={`Anfrage von ${request.name} ablehnen`}
                    onClick={() => setAsked({ action: 'reject', booking: request })}
                  >
                    Ablehnen
                  </Button>
                  <Button
                    kind="main"
                    size="small"
                    aria-label={`Anfrage von ${request.name} bestätigen`}
                    onClick={() => setAsked({ action: 'confirm', booking: request })}
                  >
                    <Check />
                    Bestätigen
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {asked && <DecisionDialog asked={asked} decision={decision} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function ageWidth(hours: number): number {
  return Math.max(6, Math.min(1, hours / LONGEST_AGE) * 112)
}

function ageText(hours: number): string {
  if (hours < 1) return 'eben erst'
  if (hours < 48) return `seit ${hours} Std.`
  return `seit ${Math.floor(hours / 24)} Tagen`
}

function minutesOf({ start, end }: OpenRequest): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
}
