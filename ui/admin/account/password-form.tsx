import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { passwordChangeSchema, SHORTEST_PASSWORD } from '../../../src/shared/password.ts'
import { usePractice } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../components/password-input.tsx'
import { Section } from '../components/section.tsx'
import { ruleResolver } from '../forms/rule-resolver.ts'
import styles from './form.module.css'
import { tellFields } from './refusal.ts'
import { RefusalNote } from './refusal-note.tsx'
import { useChangePassword } from './use-access.ts'

const EMPTY = { current: '', next: '' }

/** A new password for the bearer of the old one, by the server's own rules. */
export function PasswordForm({ email }: { email: string }) {
  const practice = usePractice().name
  const schema = useMemo(() => passwordChangeSchema({ email, practice }), [email, practice])
  const { register, handleSubmit, formState, reset, setError } = useForm({
    defaultValues: EMPTY,
    resolver: ruleResolver<typeof EMPTY, typeof EMPTY>(schema),
  })
  const change = useChangePassword()
  const submit = handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => reset(EMPTY),
      onError: (fault) => tellFields(fault, setError),
    }),
  )
  const { errors } = formState
  return (
    <Section title="Passwort ändern">
      <form className={styles.form} noValidate onSubmit={submit}>
        {/* Tells a password manager whose password it is to keep. */}
        <input hidden readOnly type="email" autoComplete="username" value={email} />
        <Field label="Bisheriges Passwort" fault={errors.current?.message}>
          <PasswordInput autoComplete="current-password" {...register('current')} />
        </Field>
        <Field
          label="Neues Passwort"
          help={`Mindestens ${SHORTEST_PASSWORD} Zeichen; ein kurzer Satz ist leicht zu merken und schwer zu erraten.`}
          fault={errors.next?.message}
        >
          <PasswordInput autoComplete="new-password" {...register('next')} />
        </Field>
        <div>
          <Button kind="main" type="submit" busy={change.isPending} busyText="Speichern …">
            Passwort ändern
          </Button>
        </div>
        <div role="status">
          {change.isSuccess && (
            <Banner tone="good">Passwort geändert. Auf allen anderen Geräten sind Sie nun abgemeldet.</Banner>
          )}
        </div>
        <RefusalNote error={change.error} />
      </form>
    </Section>
  )
}
