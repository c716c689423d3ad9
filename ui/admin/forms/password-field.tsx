import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { IconButton } from '../../components/button.tsx'
import styles from '../../components/field.module.css'
import { Field, TextInput } from '../../components/field.tsx'
import type { FormOf } from './use-submit-form.ts'

type PasswordFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: string
  help?: ReactNode
  autoComplete: 'current-password' | 'new-password'
}

/** A form field for a password that a button can reveal. Source: OWASP ASVS 5, 6.2.6. */
export function PasswordField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  autoComplete,
}: PasswordFieldProps<Values>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <div className={styles.control}>
        <TextInput
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register(name)}
        />
        <IconButton
          label={isShown ? 'Eingabe verbergen' : 'Eingabe anzeigen'}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}
