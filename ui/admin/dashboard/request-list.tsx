import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { type Asked, DecisionDialog } from '../bookings/decision-dialog.tsx'
import { useDecision } from '../bookings/use-decision.ts'
import styles from './dashboard.module.css'
import type { OpenRequest } from './use-dashboard.ts'

/** The age that fills the bar, in hours. */
const LONGEST_AGE = 24

/** The open requests, the oldest first, each with the buttons to confirm and reject it. */
export function RequestList({ requests }: { requests: readonly OpenRequest[] }) {
  const [asked, setAsked] = useState<Asked>()
  const decision = useDecision()

  return (
    <section aria-label="Offene Anfragen">
      <div role="status">
        {decision.note && (
          <div className="mb-3">
            <Banner tone="good">{decision.note}</Banner>
          </div>
        )}
      </div>
      {decision.failure && (
        <div className="mb-3">
          <Banner tone="danger" role="alert">
            {decision.failure}
          </Banner>
        </div>
      )}
      <Card>
        {requests.length === 0 ? (
          <p className="padded muted">Hier stehen Reservierungen, über die noch niemand entschieden hat.</p>
        ) : (
          <ul className="rows">
            {requests.map((request) => (
              <li key={request.id} className={styles.request}>
                <div className={`small medium ${styles.age}`}>
                  <svg viewBox="0 0 112 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={ageWidth(request.waiting_hours)} height="6" rx="3" />
                  </svg>
                  {ageText(request.waiting_hours)}
                </div>
                <div>
                  <Link
                    className="plain-link semibold break"
                    href={`?booking=${encodeURIComponent(request.id)}`}
                  >
                    {request.name}
                  </Link>
                  <small className="num muted">
                    <span className="nowrap">{request.mobile}</span>
                    {request.first_visit && ', zum ersten Mal'}
                  </small>
                </div>
                <div>
                  <b className="num">{shortDayTime(request.start)}</b>
                  <small className="muted">
                    {request.service_name}, {minutesOf(request)} Min
                  </small>
                </div>
                <div className="halves gap-2">
                  <Button
                    size="small"
                    aria-label={`Anfrage von ${request.name} ablehnen`}
                    onClick={() => setAsked({ action: 'reject', booking: request })}
                  >
                    Ablehnen
                  </Button>
                  <Button
                    kind="primary"
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
