import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'

/**
 * A button that copies a text and says so. Shows nothing without a clipboard, which browsers only offer over
 * HTTPS.
 */
export function CopyButton({ text, children = 'Kopieren' }: { text: string; children?: string }) {
  const [outcome, setOutcome] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Kopiert.'),
      () => setOutcome('Kopieren ging nicht. Bitte markieren Sie den Text.'),
    )
  if (!navigator.clipboard) return null
  return (
    <>
      <Button onClick={() => void copy()}>
        <Copy />
        {children}
      </Button>
      <span role="status" className="muted small">
        {outcome}
      </span>
    </>
  )
}

/** Shows a URL that is to be entered elsewhere. Without a clipboard it can still be selected. */
export function CopyUrl({ label, help, url }: { label: string; help?: string; url: string }) {
  return (
    <div className="stack gap-3">
      <Field label={label} help={help}>
        <TextInput readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <div className="row">
        <CopyButton text={url}>Adresse kopieren</CopyButton>
      </div>
    </div>
  )
}
