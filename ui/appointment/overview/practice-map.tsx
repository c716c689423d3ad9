import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { focusAtOnce } from '../../components/focus.ts'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import styles from './overview.module.css'

/**
 * Shows a map from another site. The map is loaded only after a press, and without a referrer
 * (docs/behaviour.md 1.14).
 */
export function PracticeMap({ url }: { url: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="mt-4 no-print">
      <div className={styles.map}>
        {isShown ? (
          <iframe
            ref={focusAtOnce}
            src={url}
            title="Karte: So finden Sie zur Ordination"
            sandbox="allow-scripts allow-same-origin allow-popups"
            referrerPolicy="no-referrer"
          />
        ) : (
          <>
            <Streets />
            <Button onClick={() => setShown(true)}>
              <MapPin />
              Karte laden
            </Button>
          </>
        )}
      </div>
      {!isShown && (
        <p className="muted small mt-2">
          {keepPhrasesTogether('Beim Laden erfährt der Kartendienst Ihre IP-Adresse.')}
        </p>
      )}
    </div>
  )
}

/** Draws some streets as the background of the button, until the map is loaded. */
function Streets() {
  return (
    <svg
      viewBox="0 0 328 176"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path
        strokeWidth="9"
        d="M-10 120 90 96l60-60 40-50M90 96l70 50 60 40M150 36l110 44 90-12M160 146l100-66 10-90"
      />
      <path
        strokeWidth="4"
        d="M-10 40l70 14 30 42M40-10l20 64M220 62l-20 60-40 24M260 80l40 50 60 10M120 66l60 52M300-10l-10 80"
      />
    </svg>
  )
}
