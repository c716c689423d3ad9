import { useMutation } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useState } from 'react'
import { MINUTE } from '../../../src/shared/day.ts'
import { countdown } from '../../../src/shared/format.ts'
import { ApiError } from '../../api/http.ts'
import { extendHold } from '../../api/public.ts'
import { Button } from '../../components/button.tsx'
import { failureText } from '../failure-text.ts'
import { useNow } from '../use-now.ts'
import type { Send } from '../use-wizard.ts'
import type { Hold } from '../wizard.ts'
import styles from './hold-line.module.css'

/** From here on the line is a warning. */
const LAST = 2 * MINUTE

/** A screen reader hears of the time at these moments only, not every second. */
const SPOKEN = [
  { left: 5 * MINUTE, text: 'Noch fünf Minuten für Sie reserviert.' },
  { left: LAST, text: 'Die Reservierung läuft in zwei Minuten ab.' },
  { left: MINUTE, text: 'Die Reservierung läuft in einer Minute ab.' },
  { left: MINUTE / 3, text: 'Die Reservierung läuft in 20 Sekunden ab.' },
] as const

/** How long the slot is still kept, and the way to keep it longer. */
export function HoldLine({ hold, send }: { hold: Hold; send: Send }) {
  const left = hold.expiresAt - useNow()
  const [unchanged, setUnchanged] = useState(false)
  const extend = useMutation({
    mutationFn: () => extendHold(hold.id),
    onSuccess: ({ expires_at }) => {
      const expiresAt = Date.parse(expires_at)
      setUnchanged(expiresAt <= hold.expiresAt)
      send({ type: 'hold extended', id: hold.id, expiresAt })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'hold_expired') send({ type: 'hold expired' })
    },
  })
  const failure =
    extend.error && failureText(extend.error, 'Die Reservierung konnte nicht verlängert werden.')

  return (
    <div className={styles.hold} data-last={left <= LAST || undefined}>
      <p className={styles.line}>
        <Timer />
        <span role="timer">
          {left <= LAST ? 'Die Reservierung läuft ab, noch ' : 'Für Sie reserviert, noch '}
          <b className={styles.left}>{countdown(left)}</b>
        </span>
        <Button kind="link" busy={extend.isPending} onClick={() => extend.mutate()}>
          Verlängern
        </Button>
      </p>
      {unchanged && (
        <p className={styles.note} role="status">
          Länger als eine Stunde können wir den Termin nicht zurückhalten.
        </p>
      )}
      {failure && (
        <p className={styles.note} role="alert">
          {failure.title} {failure.detail}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {spokenAt(left)}
      </p>
    </div>
  )
}

/** The sentence of the last moment passed; the text changes, and is read out, only when the next one passes. */
function spokenAt(left: number): string {
  return SPOKEN.findLast((moment) => left <= moment.left)?.text ?? ''
}
