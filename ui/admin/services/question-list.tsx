import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { MOST_QUESTIONS, QUESTION_KINDS } from '../../../src/shared/questions.ts'
import { Button } from '../../components/button.tsx'
import { FieldError, FieldGroup } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { FormCheckbox, FormInput, FormSelect, FormTextArea } from '../forms/form-fields.tsx'
import type { SubmitForm } from '../forms/use-submit-form.ts'
import { newQuestion, type ServiceEntry } from './service-entry.ts'

type QuestionListProps<Output, Answer> = { form: SubmitForm<ServiceEntry, Output, Answer> }

/** What a service asks its patients: added, changed, ordered and removed here. */
export function QuestionList<Output, Answer>({ form }: QuestionListProps<Output, Answer>) {
  const { control, setFocus } = form
  const { fields, append, remove, swap } = useFieldArray<ServiceEntry, 'questions', 'key', Output>({
    control,
    name: 'questions',
    keyName: 'key',
  })
  const error = form.errorAt('questions')
  const faulty = Number(/^Frage (\d)/.exec(error ?? '')?.[1]) - 1
  const { submitCount } = form.formState
  const add = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each press of the button
  useEffect(() => {
    if (faulty >= 0) setFocus(`questions.${faulty}.label`)
  }, [faulty, submitCount, setFocus])

  return (
    <section className="stack">
      <div>
        <h3>Fragen</h3>
        <p className="muted small mt-2">
          Patienten beantworten sie nach ihren Daten. Die Antworten stehen verschlüsselt in den Details des
          Termins und auf der Tagesliste, nie in einer Nachricht.
        </p>
      </div>
      {fields.map(({ key }, i) => (
        <div key={key} className="card padded">
          <FieldGroup
            legend={<span className="visually-hidden">Frage {i + 1}</span>}
            error={faulty === i ? error?.replace(/^Frage \d: /, '') : undefined}
          >
            <div className="stack">
              <FormInput form={form} name={`questions.${i}.label`} label={`Frage ${i + 1}`} maxLength={200} />
              <FormSelect form={form} name={`questions.${i}.kind`} label="Antwort" choices={QUESTION_KINDS} />
              {form.watch(`questions.${i}.kind`) === 'choice' && (
                <FormTextArea
                  form={form}
                  name={`questions.${i}.options`}
                  label="Zur Auswahl, eine je Zeile"
                />
              )}
              <FormCheckbox form={form} name={`questions.${i}.required`} label="Muss beantwortet werden" />
              <div className="row gap-2">
                <IconButton
                  label={`Frage ${i + 1} nach oben`}
                  icon={<ArrowUp />}
                  disabled={i === 0}
                  onClick={() => swap(i, i - 1)}
                />
                <IconButton
                  label={`Frage ${i + 1} nach unten`}
                  icon={<ArrowDown />}
                  disabled={i === fields.length - 1}
                  onClick={() => swap(i, i + 1)}
                />
                <IconButton
                  label={`Frage ${i + 1} entfernen`}
                  icon={<Trash2 />}
                  onClick={() => {
                    remove(i)
                    add.current?.querySelector('button')?.focus()
                  }}
                />
              </div>
            </div>
          </FieldGroup>
        </div>
      ))}
      {error && !(faulty >= 0) && <FieldError id="questions-error">{error}</FieldError>}
      <div ref={add}>
        {fields.length < MOST_QUESTIONS ? (
          <Button onClick={() => append(newQuestion())}>
            <Plus />
            Frage hinzufügen
          </Button>
        ) : (
          <p className="muted small">Mehr als {MOST_QUESTIONS} Fragen sind nicht möglich.</p>
        )}
      </div>
    </section>
  )
}
