import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { REMEMBERED_DAYS } from './contact-entry.ts'

type RememberFieldProps = {
  remember: boolean
  onChange: (remember: boolean) => void
  onForget: () => void
}

/** "Auf diesem Gerät merken" with an explanation and a button that deletes what is stored. */
export function RememberField({ remember, onChange, onForget }: RememberFieldProps) {
  const [forgotten, setForgotten] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  return (
    <Checkbox
      ref={box}
      checked={remember}
      onChange={(event) => {
        setForgotten(false)
        onChange(event.target.checked)
      }}
      help={
        <>
          {REMEMBERED_DAYS} Tage lang, ohne Sozialversicherungsnummer. Die Daten bleiben auf Ihrem Gerät.
          {remember && (
            <div className="mt-2">
              <Button
                kind="link"
                onClick={() => {
                  onForget()
                  setForgotten(true)
                  // The button is gone.
                  box.current?.focus()
                }}
              >
                Gespeicherte Daten löschen
              </Button>
            </div>
          )}
          <span role="status">{forgotten && ' Auf diesem Gerät ist nichts mehr gespeichert.'}</span>
        </>
      }
    >
      Auf diesem Gerät merken
    </Checkbox>
  )
}
