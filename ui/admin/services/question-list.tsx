import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MOST_QUESTIONS } from '../../../src/shared/service/questions.ts'
import { Button } from '../../components/button.tsx'
import { FieldError } from '../../components/field-notes.tsx'
import { QuestionCard, type QuestionForm } from './question-card.tsx'
import { newQuestion } from './service-draft.ts'

/** Matches the start of an error about one question: `Frage 2: `. */
const QUESTION_NUMBER = /^Frage (\d): /

/** The editor of the questions that a service asks patients: add, change, reorder and remove. */
export function QuestionList<Output, Answer>({ form }: { form: QuestionForm<Output, Answer> }) {
  const { setFocus } = form
  // `useFieldArray` is not used, because it would enlarge the chunk of react-hook-form that patients load.
  const questions = form.watch('questions')
  const setQuestions = (changed: typeof questions) =>
    form.setValue('questions', changed, { shouldDirty: true })
  const error = form.errorAt('questions')
  const faultyIndex = faultyQuestion(error)
  const { submitCount } = form.formState
  const addButtonRef = useRef<HTMLDivElement>(null)
  const addQuestion = () => {
    setQuestions([...questions, newQuestion()])
    // The field of the new question exists only after the next render.
    requestAnimationFrame(() => setFocus(`questions.${questions.length}.label`))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each press of the button
  useEffect(() => {
    if (faultyIndex !== undefined) setFocus(`questions.${faultyIndex}.label`)
  }, [faultyIndex, submitCount, setFocus])

  return (
    <section className="stack">
      <div>
        <h3>Fragen</h3>
        <p className="muted small mt-2">
          Patienten beantworten sie nach ihren Daten. Die Antworten werden verschlüsselt gespeichert und
          stehen nur in den Details des Termins, nie in einer Nachricht.
        </p>
      </div>
      {questions.map(({ id }, index) => (
        <QuestionCard
          key={id}
          form={form}
          index={index}
          error={faultyIndex === index ? error?.replace(QUESTION_NUMBER, '') : undefined}
          onMoveUp={() => setQuestions(moved(questions, { from: index, to: index - 1 }))}
          onMoveDown={() => setQuestions(moved(questions, { from: index, to: index + 1 }))}
          onRemove={() => {
            setQuestions(questions.toSpliced(index, 1))
            // The focused button is removed together with its question.
            addButtonRef.current?.querySelector('button')?.focus()
          }}
        />
      ))}
      {error && faultyIndex === undefined && <FieldError id="questions-error">{error}</FieldError>}
      <div ref={addButtonRef}>
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

/** Returns the index of the question that the error is about; undefined for an error about all of them. */
function faultyQuestion(error: string | undefined): number | undefined {
  const [, number] = QUESTION_NUMBER.exec(error ?? '') ?? []
  return number === undefined ? undefined : Number(number) - 1
}

/** Returns a copy of the list in which the element at index `from` is at index `to`. */
function moved<Element>(list: readonly Element[], { from, to }: { from: number; to: number }): Element[] {
  const movedElements = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, ...movedElements)
}
