import { useRef, useState } from 'react'
import { REMEMBERED_DAYS } from '../../../src/shared/contact/contact.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'

type RememberFieldProps = {
  remember: boolean
  onChange: (remember: boolean) => void
  onForget: () => void
}

/**
 * Shows the checkbox "Auf diesem Gerät merken" with an explanation and, while it is ticked, a button that
 * deletes the stored data (`onForget`).
 */
export function RememberField({ remember, onChange, onForget }: RememberFieldProps) {
  const [isForgotten, setForgotten] = useState(false)
  const boxRef = useRef<HTMLInputElement>(null)
  const forget = () => {
    onForget()
    setForgotten(true)
    // The pressed button, which had the focus, is gone.
    boxRef.current?.focus()
  }
  return (
    <Checkbox
      ref={boxRef}
      checked={remember}
      onChange={(event) => {
        setForgotten(false)
        onChange(event.target.checked)
      }}
      help={
        <>
          {REMEMBERED_DAYS} Tage, ohne Sozialversicherungsnummer.
          {remember && (
            <div className="mt-2">
              <Button kind="link" onClick={forget}>
                Gespeicherte Daten löschen
              </Button>
            </div>
          )}
          <span aria-live="polite">{isForgotten && ' Auf diesem Gerät ist nichts mehr gespeichert.'}</span>
        </>
      }
    >
      Auf diesem Gerät merken
    </Checkbox>
  )
}
