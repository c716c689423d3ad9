import { useMutation } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { MINUTE } from '../../../src/shared/day.ts'
import { clockTime } from '../../../src/shared/format.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { failureText, hasCode } from '../../api/http.ts'
import { extendHold } from '../../api/public.ts'
import { useNow } from '../../api/server-clock.ts'
import { StatusText } from '../../components/announced.tsx'
import { Button } from '../../components/button.tsx'
import { Countdown } from '../../components/countdown.tsx'
import type { Dispatch, Hold } from '../wizard/wizard.ts'
import styles from './review.module.css'

/** Minutes before the end from which the countdown is a warning. */
const WARNING_MINUTES = 2
/** Minutes before the end at which screen readers announce the time first. */
const FIRST_ANNOUNCED_MINUTES = 5
/** Seconds before the end at which screen readers announce the time last. */
const LAST_ANNOUNCED_SECONDS = 20

/**
 * The moments at which screen readers announce the time left, in milliseconds before the end. If they read
 * the countdown every second, they could read nothing else.
 */
const ANNOUNCEMENTS = [
  {
    leftMs: FIRST_ANNOUNCED_MINUTES * MINUTE,
    text: `Noch ${numberWord(FIRST_ANNOUNCED_MINUTES)} Minuten für Sie reserviert.`,
  },
  {
    leftMs: WARNING_MINUTES * MINUTE,
    text: `Die Reservierung läuft in ${numberWord(WARNING_MINUTES)} Minuten ab.`,
  },
  { leftMs: MINUTE, text: 'Die Reservierung läuft in einer Minute ab.' },
  {
    leftMs: LAST_ANNOUNCED_SECONDS * 1000,
    text: `Die Reservierung läuft in ${LAST_ANNOUNCED_SECONDS} Sekunden ab.`,
  },
] as const

/**
 * Shows the time until the hold expires, with a button that extends the hold. In the last minutes the
 * countdown is a warning.
 */
export function HoldCountdown({ hold, dispatch }: { hold: Hold; dispatch: Dispatch }) {
  const leftMs = hold.expiresAt - useNow()
  const isEnding = leftMs <= WARNING_MINUTES * MINUTE
  const [isAtLimit, setAtLimit] = useState(false)
  const extend = useMutation({
    mutationFn: () => extendHold(hold.id),
    onSuccess: ({ expires_at }) => {
      const expiresAt = Date.parse(expires_at)
      setAtLimit(expiresAt <= hold.expiresAt)
      dispatch({ type: 'hold extended', id: hold.id, expiresAt })
    },
    onError: (error) => {
      if (hasCode(error, 'hold_expired')) dispatch({ type: 'hold expired' })
    },
  })
  const failure =
    extend.error && failureText(extend.error, 'Die Reservierung konnte nicht verlängert werden.')

  return (
    <div className={`muted small ${styles.hold}`} data-last={isEnding || undefined}>
      <p className={`media ${styles.line}`}>
        <Clock />
        <span role="timer">
          {isEnding ? 'Die Reservierung läuft ab, noch ' : 'Für Sie reserviert, noch '}
          <b>
            <Countdown left={leftMs} />
          </b>
        </span>
        <Button kind="link" busy={extend.isPending} onClick={() => extend.mutate()}>
          Verlängern
        </Button>
      </p>
      {isAtLimit && (
        <StatusText>Länger als bis {clockTime(hold.expiresAt)} geht es derzeit nicht.</StatusText>
      )}
      {failure && (
        <p role="alert">
          {failure.title} {failure.detail}
        </p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcementAt(leftMs)}
      </p>
    </div>
  )
}

/**
 * Returns the announcement for the latest moment that has passed. Until the next moment the text stays the
 * same, so that it is not read again.
 */
function announcementAt(leftMs: number): string {
  return ANNOUNCEMENTS.findLast((moment) => leftMs <= moment.leftMs)?.text ?? ''
}
