import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'

/** Copies a text, and says so. Nothing where the browser offers no clipboard: it does so only to pages that came by HTTPS. */
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

/** An address to be entered elsewhere; it can be selected where it cannot be copied. */
export function CopyAddress({ label, help, url }: { label: string; help?: string; url: string }) {
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
