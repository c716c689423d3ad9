import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../components/password-input.tsx'
import { tellFields } from './refusal.ts'
import { RefusalNote } from './refusal-note.tsx'
import styles from './second-factor-off.module.css'
import { useDisableSecondFactor } from './use-access.ts'

/** Asks for the password once more. */
export function SecondFactorOff({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId()
  const { register, handleSubmit, formState, reset, setError } = useForm({ defaultValues: { password: '' } })
  const disable = useDisableSecondFactor()
  const close = () => {
    reset()
    disable.reset()
    onClose()
  }
  const submit = handleSubmit((entry) =>
    disable.mutate(entry, { onSuccess: close, onError: (fault) => tellFields(fault, setError) }),
  )
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Zweiten Faktor ausschalten?"
      actions={
        <>
          <Button onClick={close}>Abbrechen</Button>
          <Button kind="loss" type="submit" form={form} busy={disable.isPending}>
            Zweiten Faktor ausschalten
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <p>Zum Anmelden genügt dann wieder das Passwort. Die Ersatzcodes gelten nicht mehr.</p>
        <Field label="Ihr Passwort" fault={formState.errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('password', { required: 'Bitte das Passwort eingeben.' })}
          />
        </Field>
        <RefusalNote error={disable.error} />
      </form>
    </Dialog>
  )
}
