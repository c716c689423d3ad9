import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import styles from './feeds-page.module.css'

/** An address to be taken elsewhere. Browsers lend the clipboard only to pages that came by HTTPS; it can be marked anyway. */
export function CopyAddress({ url }: { url: string }) {
  const [outcome, setOutcome] = useState<string>()
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setOutcome('Adresse kopiert.'),
      () => setOutcome('Kopieren ging nicht. Bitte markieren Sie die Adresse.'),
    )
  return (
    <Field label="Adresse des Abos" good={outcome}>
      <div className={styles.address}>
        <TextInput readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
        {'clipboard' in navigator && <Button onClick={() => void copy()}>Adresse kopieren</Button>}
      </div>
    </Field>
  )
}
