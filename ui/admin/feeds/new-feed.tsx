import { useState } from 'react'
import { ApiError } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { CopyAddress } from './copy-address.tsx'
import styles from './feeds-page.module.css'
import { useMakeFeed } from './use-feeds.ts'

/** Makes an address; it is shown once and never again. */
export function NewFeed() {
  const [title, setTitle] = useState('')
  const [initialsOnly, setInitialsOnly] = useState(true)
  const making = useMakeFeed()
  const { error, data } = making
  const refusal = error instanceof ApiError ? error : undefined
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          await making.mutateAsync({ title, initials_only: initialsOnly }).then(
            () => setTitle(''),
            () => undefined,
          )
        }}
      >
        <Field label="Titel" fault={refusal?.fields.title} help="Damit Sie es wiedererkennen.">
          <TextInput
            placeholder="z. B. Telefon der Ärztin"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
        <Checkbox
          checked={initialsOnly}
          onChange={({ target }) => setInitialsOnly(target.checked)}
          help="Auf fremden Servern steht dann kein voller Name."
        >
          Nur Initialen zeigen
        </Checkbox>
        {error && !refusal?.fields.title && (
          <Banner tone="danger" role="alert">
            {refusal?.message ?? 'Das Abo konnte nicht angelegt werden.'}
          </Banner>
        )}
        <Button type="submit" kind="main" busy={making.isPending} busyText="Anlegen …">
          Abo anlegen
        </Button>
      </form>
      <div className={styles.made} role="status">
        {data && (
          <>
            <Banner tone="good" title={`Abo „${data.title}“ ist angelegt.`}>
              Fügen Sie diese Adresse in Ihrem Kalender als Abonnement ein. Sie wird nur jetzt gezeigt.
            </Banner>
            <CopyAddress key={data.id} url={data.url} />
          </>
        )}
      </div>
    </>
  )
}
