import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../components/password-input.tsx'
import { SAVE_FAILURE } from '../forms/use-submit-form.ts'
import { tellFields } from './refusal.ts'
import { useDisableSecondFactor } from './use-access.ts'

/** Switching the second factor off needs the password once more. */
export function SecondFactorOff({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } })
  const disable = useDisableSecondFactor()
  const submit = handleSubmit((entry) =>
    disable.mutate(entry, { onSuccess: onClose, onError: (error) => tellFields(error, setError) }),
  )
  return (
    <ConfirmDialog
      title="Zweiten Faktor ausschalten?"
      button="Zweiten Faktor ausschalten"
      busy={disable.isPending}
      error={disable.error}
      failure={SAVE_FAILURE}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <p>Zum Anmelden genügt dann wieder das Passwort. Die Ersatzcodes gelten nicht mehr.</p>
      <Field label="Ihr Passwort" fault={formState.errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register('password', { required: 'Bitte das Passwort eingeben.' })}
        />
      </Field>
    </ConfirmDialog>
  )
}
