import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MOST_QUESTIONS, QUESTION_KINDS } from '../../../src/shared/service/questions.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Checkbox, FieldError, FieldGroup } from '../../components/field.tsx'
import { FormInput, FormSelect, FormTextArea } from '../forms/form-fields.tsx'
import type { SubmitForm } from '../forms/use-submit-form.ts'
import { newQuestion, type ServiceDraft } from './service-draft.ts'

type QuestionListProps<Output, Answer> = { form: SubmitForm<ServiceDraft, Output, Answer> }

/** Adds, changes, orders and removes the questions that a service asks its patients. */
export function QuestionList<Output, Answer>({ form }: QuestionListProps<Output, Answer>) {
  const { setFocus } = form
  // `useFieldArray` is not used, because it would enlarge the chunk of react-hook-form that patients load.
  const questions = form.watch('questions')
  const change = (changed: typeof questions) => form.setValue('questions', changed, { shouldDirty: true })
  const moveUp = (i: number) =>
    change([
      ...questions.slice(0, i - 1),
      ...questions.slice(i - 1, i + 1).reverse(),
      ...questions.slice(i + 1),
    ])
  const error = form.errorAt('questions')
  const faulty = Number(/^Frage (\d)/.exec(error ?? '')?.[1]) - 1
  const { submitCount } = form.formState
  const add = useRef<HTMLDivElement>(null)
  const addQuestion = () => {
    change([...questions, newQuestion()])
    requestAnimationFrame(() => setFocus(`questions.${questions.length}.label`))
  }

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
      {questions.map(({ id, kind, required }, i) => (
        <div key={id} className="card padded">
          <FieldGroup
            legend={<span className="visually-hidden">Frage {i + 1}</span>}
            error={faulty === i ? error?.replace(/^Frage \d: /, '') : undefined}
          >
            <div className="stack">
              <FormInput form={form} name={`questions.${i}.label`} label={`Frage ${i + 1}`} maxLength={200} />
              <FormSelect form={form} name={`questions.${i}.kind`} label="Antwort" choices={QUESTION_KINDS} />
              {kind === 'choice' && (
                <FormTextArea
                  form={form}
                  name={`questions.${i}.options`}
                  label="Zur Auswahl, eine je Zeile"
                />
              )}
              {/* Not registered: react-hook-form takes two checkboxes that change places for a group. */}
              <Checkbox
                checked={required}
                onChange={({ target }) =>
                  form.setValue(`questions.${i}.required`, target.checked, { shouldDirty: true })
                }
              >
                Muss beantwortet werden
              </Checkbox>
              <div className="row gap-2">
                <IconButton
                  label={`Frage ${i + 1} nach oben`}
                  icon={<ArrowUp />}
                  disabled={i === 0}
                  onClick={() => moveUp(i)}
                />
                <IconButton
                  label={`Frage ${i + 1} nach unten`}
                  icon={<ArrowDown />}
                  disabled={i === questions.length - 1}
                  onClick={() => moveUp(i + 1)}
                />
                <IconButton
                  label={`Frage ${i + 1} entfernen`}
                  icon={<Trash2 />}
                  onClick={() => {
                    change(questions.toSpliced(i, 1))
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
        {questions.length < MOST_QUESTIONS ? (
          <Button onClick={addQuestion}>
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
