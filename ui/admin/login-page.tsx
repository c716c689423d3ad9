import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'wouter'
import { ApiError } from '../answer.ts'
import { usePageTitle } from '../page-title.ts'
import { Banner } from '../parts/banner.tsx'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { adminAnswer, login } from './admin-call.ts'
import styles from './login-page.module.css'
import { beginSession } from './session.ts'

type Credentials = { email: string; password: string; code: string }

/** Specification section 2, /admin/login; a second factor is asked for once the password is right. */
export function LoginPage() {
  const [search] = useSearchParams()
  const [withCode, setWithCode] = useState(false)
  const { register, handleSubmit, formState, setValue } = useForm<Credentials>({
    defaultValues: { email: search.get('email') ?? '', password: '', code: '' },
  })
  const signIn = useMutation({
    mutationFn: ({ email, password, code }: Credentials) =>
      adminAnswer(login.login.$post({ json: { email, password, ...(code && { code: code.trim() }) } })),
    onSuccess: beginSession,
    onError: (fault) => {
      if (fault instanceof ApiError && fault.code === 'second_factor_required') setWithCode(true)
      setValue('code', '')
    },
  })
  usePageTitle('Anmelden')

  const { errors } = formState
  return (
    <PageFrame narrow>
      <PageHeading>Anmelden</PageHeading>
      <form
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((credentials) => signIn.mutate(credentials))}
      >
        <Field label="E-Mail" fault={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            spellCheck={false}
            {...register('email', { required: 'E-Mail ist erforderlich.' })}
          />
        </Field>
        <Field label="Passwort" fault={errors.password?.message}>
          <TextInput
            type="password"
            autoComplete="current-password"
            {...register('password', { required: 'Passwort ist erforderlich.' })}
          />
        </Field>
        {withCode && (
          <Field
            label="Code der Authenticator-App"
            help="Sechs Ziffern. Ohne Telefon geht auch einer Ihrer Ersatzcodes."
            fault={errors.code?.message}
          >
            <CodeInput {...register('code', { required: 'Bitte geben Sie den Code ein.' })} />
          </Field>
        )}
        <div role="alert">
          {signIn.error && (
            <Banner tone={isQuestion(signIn.error) ? 'info' : 'danger'}>{failure(signIn.error)}</Banner>
          )}
        </div>
        <Button kind="main" type="submit" wide busy={signIn.isPending} busyText="Anmelden …">
          Anmelden
        </Button>
      </form>
      <p className={styles.back}>
        <Link href="/">Zurück zur Buchungsseite</Link>
      </p>
    </PageFrame>
  )
}

/** It comes into the page when it is needed, and is what is typed next. */
function CodeInput(props: React.ComponentProps<typeof TextInput>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      <TextInput {...props} className="num" autoComplete="one-time-code" spellCheck={false} />
    </div>
  )
}

function isQuestion(fault: Error): boolean {
  return fault instanceof ApiError && fault.code === 'second_factor_required'
}

/** Specification section 8: the server's sentence, or its own for what is no answer at all. */
function failure(fault: Error): string {
  return fault instanceof ApiError ? fault.message : 'Unbekannter Fehler beim Login.'
}
