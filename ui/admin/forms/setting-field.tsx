import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import styles from './setting-field.module.css'

/** What a field needs of the form it stands in. */
export type FieldSource<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'setValue' | 'watch'>
  fault: (name: Path<Values>) => string | undefined
}

type EntryFieldProps<Values extends FieldValues> = Omit<ComponentProps<'input'>, 'form' | 'name'> & {
  editing: FieldSource<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
}

/** A line of text in an EditForm. */
export function EntryField<Values extends FieldValues>({
  editing,
  name,
  label,
  help,
  ...input
}: EntryFieldProps<Values>) {
  return (
    <Field label={label} help={help} error={editing.fault(name)}>
      <TextInput {...input} {...editing.form.register(name)} />
    </Field>
  )
}

/** A label with the setting's own name behind it, by which messages and manuals call it. */
export function settingLabel(label: string, name: string): ReactNode {
  return (
    <>
      {label} <span className={styles.wire}>{name}</span>
    </>
  )
}
