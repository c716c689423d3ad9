import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { plainDay } from '../../../src/shared/format.ts'
import { serverNow } from '../../api/server-clock.ts'
import { usePractice } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { useUnsaved } from '../forms/use-unsaved.ts'
import styles from './account.module.css'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** Shows the codes for signing in without the second factor. They cannot be shown a second time. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { name } = usePractice()
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headingRef.current?.focus(), [])
  // Nothing is unsaved here, but leaving the page would lose the codes just the same.
  useUnsaved(true, 'Diese Codes werden nur jetzt gezeigt. Seite trotzdem verlassen?')
  return (
    <div className="stack gap-5 padded short-form">
      <div role="status">
        <Banner tone="good">Der zweite Faktor ist eingeschaltet.</Banner>
      </div>
      <h3 ref={headingRef} tabIndex={-1}>
        Ersatzcodes
      </h3>
      <p className="muted small">
        Jeder dieser Codes gilt einmal, zusammen mit dem Passwort, wenn App oder Passkey fehlen. Sie werden
        nur jetzt gezeigt: bewahren Sie sie getrennt vom Passwort auf.
      </p>
      <p className={`muted small ${styles.onPaper}`}>
        {name}, {plainDay(serverNow())}
      </p>
      <ol className={`well medium num ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row no-print">
        <CopyButton text={codes.join('\n')} />
        <Button onClick={() => print()}>
          <Printer />
          Drucken
        </Button>
      </div>
      <div className="no-print">
        <Button kind="quiet" onClick={onDone}>
          Ich habe die Codes aufbewahrt
        </Button>
      </div>
    </div>
  )
}
