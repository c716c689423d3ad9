import { useMutation } from '@tanstack/react-query'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import type { FieldErrors } from '../../../src/shared/field-errors.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { fieldErrorsOf } from '../../api/http.ts'
import { type FormOutcome, SAVE_FAILURE } from './form-outcome.ts'
import { areAllAtFields, showAtFields } from './refusal-at-fields.ts'
import { schemaResolver } from './schema-resolver.ts'

/*
 * How a form of the admin area works:
 *
 * - useSubmitForm is for everything that is entered and sent once: the server's own schema checks the
 *   fields, and one mutation sends them. The server's refusals appear at their fields, and the first faulty
 *   field takes the focus.
 * - useEditForm is for everything that is loaded and saved. It adds loading, ETags and the question before
 *   unsaved changes are lost. EditPage is the page around it, with the banner for a conflict.
 * - FormInput, FormTextArea, FormCheckbox and SecretField are the fields; a control of another kind stands
 *   in a Field with `error={form.errorAt(name)}` and `{...form.register(name)}`.
 * - OutcomeBanner shows `form.outcome`, the outcome of the last press of the button; `toOutcome` makes one
 *   for a mutation without a form.
 *
 *   const send = (json) => adminRequest(admin.feeds.$post({ json }))
 *   const form = useSubmitForm({ schema, defaultValues, send })
 *   <form noValidate onSubmit={form.submit}>
 *     <FormInput form={form} name="title" label="Titel" />
 *     <Button type="submit" busy={form.busy} busyText="Speichern …">Speichern</Button>
 *     <OutcomeBanner outcome={form.outcome} />
 *   </form>
 */

type SubmitFormOptions<Values, Output, Answer> = {
  /** The schema by which the server checks too. */
  schema: GenericSchema<unknown, Output>
  /** The initial values. The fields are reset to them after sending, unless `valuesAfter` returns others. */
  defaultValues: Values
  /**
   * Sends the checked values. After `submitAnyway`, `force` is true: the call overwrites despite a conflict
   * that the user has seen.
   * @throws ApiError
   */
  send: (output: Output, options: { force: boolean }) => Promise<Answer>
  onSuccess?: (answer: Answer) => unknown
  /** Returns the values of the fields after sending, such as those that were sent. */
  valuesAfter?: (answer: Answer, sent: Values) => Values
  /** Returns the sentences to show after a success. Without it nothing is shown. */
  success?: (answer: Answer) => Omit<FormOutcome, 'tone'>
  /** The sentence for a failure that came without one from the server. */
  failure?: string
  /** Renames errors from wire names to the names of the fields, where these differ. */
  toFields?: (errors: FieldErrors) => FieldErrors
}

/** A form of react-hook-form with the outcome of its last submission. */
export type SubmitForm<Values extends FieldValues, Output, Answer> = UseFormReturn<
  Values,
  unknown,
  Output
> & {
  /** True while the fields have unsent values. */
  dirty: boolean
  /** Returns the error sentence of a field. */
  errorAt: (name: Path<Values>) => string | undefined
  busy: boolean
  /** The answer to the last success. */
  answer: Answer | undefined
  error: Error | null
  /**
   * A success until something else is typed or refused; a refusal only where its sentences do not all stand
   * at fields.
   */
  outcome: FormOutcome | undefined
  /** Discards answer and error, which hides the outcome. */
  forget: () => void
  /** Checks and sends. Resolves to whether the server has accepted; if not, fields or `outcome` say why. */
  submit: (event?: { preventDefault(): void }) => Promise<boolean>
  /** Sends like `submit`, despite a conflict that the user has seen. */
  submitAnyway: () => Promise<boolean>
}

/** The part of a form that its fields need. */
export type FormOf<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'register' | 'setValue' | 'watch'
> & { errorAt: (name: Path<Values>) => string | undefined }

/** A form that is checked with the server's schema and sent by one mutation. */
export function useSubmitForm<Values extends FieldValues, Output, Answer>({
  schema,
  defaultValues,
  send,
  onSuccess,
  valuesAfter = () => defaultValues,
  success,
  failure = SAVE_FAILURE,
  toFields = (errors) => errors,
}: SubmitFormOptions<Values, Output, Answer>): SubmitForm<Values, Output, Answer> {
  const form = useForm<Values, unknown, Output>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: schemaResolver(schema, toFields),
  })
  const { formState } = form
  const dirty = formState.isDirty
  const hasErrors = Object.keys(formState.errors).length > 0
  /** Returns the sentences of a refusal by the fields that they are about. */
  const sentencesByField = (error: Error) => toFields(fieldErrorsOf(error))

  const mutation = useMutation({
    mutationFn: ({ output, force }: { output: Output; force: boolean }) => send(output, { force }),
    // Passwords and secret URLs do not stay in memory after the form is closed.
    gcTime: 0,
    onSuccess: async (answer) => {
      form.reset(valuesAfter(answer, form.getValues()))
      await onSuccess?.(answer)
    },
    onError: (error) => showAtFields(form, sentencesByField(error)),
  })

  /** Checks the fields and sends them. Resolves to whether the server has accepted. */
  const submit = async ({ force }: { force: boolean }): Promise<boolean> => {
    // `handleSubmit` returns nothing, and does not call its function if a field is faulty.
    let accepted = false
    await form.handleSubmit(async (output) => {
      // A refusal is shown by `onError`.
      accepted = await mutation.mutateAsync({ output, force }).then(
        () => true,
        () => false,
      )
    })()
    return accepted
  }

  /** Returns the outcome to show at present. */
  const currentOutcome = (): FormOutcome | undefined => {
    const { isSuccess, data, error } = mutation
    if (isSuccess && success && !dirty && !hasErrors) return { tone: 'good', ...success(data) }
    if (!error || areAllAtFields(sentencesByField(error), defaultValues)) return undefined
    return { tone: 'danger', text: failureSentence(error, failure) }
  }

  return {
    ...form,
    dirty,
    errorAt: (name) => form.getFieldState(name, formState).error?.message,
    busy: mutation.isPending,
    answer: mutation.data,
    error: mutation.error,
    outcome: currentOutcome(),
    forget: mutation.reset,
    submit: (event) => {
      event?.preventDefault()
      return submit({ force: false })
    },
    submitAnyway: () => submit({ force: true }),
  }
}
