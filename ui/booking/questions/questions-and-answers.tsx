import { type Ref, type RefObject, useEffect, useImperativeHandle } from 'react'
import { safeParse } from 'valibot'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { ANSWER_LENGTH, answersSchema } from '../../../src/shared/service/answers.ts'
import type { Question } from '../../../src/shared/service/questions.ts'
import type { Service } from '../../api/public.ts'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/card.tsx'
import { Field, FieldGroup, SelectInput, TextArea } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { useDraft } from '../../patient/use-draft.ts'
import type { Dispatch } from '../wizard/wizard.ts'
import { type AnswerDraft, answersTo } from './answer-draft.ts'

const YES_NO = [
  { value: 'Ja', label: 'Ja' },
  { value: 'Nein', label: 'Nein' },
] as const

/** Checks all answers and shows their errors. Returns true when there are none. */
export type CheckAnswers = () => boolean

type QuestionFieldsProps = {
  service: Service
  answers: RefObject<AnswerDraft | undefined>
  onFaulty: (isFaulty: boolean) => void
  ref: Ref<CheckAnswers>
}

/**
 * The service's questions in step 4. They are a form of their own, because the contact form is stored and
 * answers never are.
 */
export function QuestionFields({ service, answers, onFaulty, ref }: QuestionFieldsProps) {
  const { draft, errors, set, check } = useDraft<AnswerDraft, true>({
    initial: () => answers.current ?? {},
    read: (typed) => {
      const { success, issues } = readAnswers(service, typed)
      return success ? { output: true } : { errors: fieldErrorsOf(issues) }
    },
    onChange: (typed) => {
      answers.current = typed
    },
  })
  const isFaulty = Object.keys(errors).length > 0

  useEffect(() => {
    answers.current ??= {}
  }, [answers])
  useEffect(() => onFaulty(isFaulty), [onFaulty, isFaulty])
  useImperativeHandle(ref, () => () => check() === true)

  return (
    <section className="stack gap-5">
      <div>
        <h2>Fragen zu Ihrem Termin</h2>
        <p className="muted small mt-2">Ihre Antworten liest nur die Ordination.</p>
      </div>
      {service.questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          answer={draft[question.id] ?? ''}
          error={errors[question.id]}
          onAnswer={(answer) => set({ [question.id]: answer })}
        />
      ))}
    </section>
  )
}

type QuestionFieldProps = {
  question: Service['questions'][number]
  answer: string
  error: string | undefined
  onAnswer: (answer: string) => void
}

/** One question with the control for its kind of answer. */
function QuestionField({ question, answer, error, onAnswer }: QuestionFieldProps) {
  const { id, kind, options = [], required } = question
  const label = required ? question.label : `${question.label} (freiwillig)`
  if (kind === 'yesno')
    return (
      <FieldGroup legend={label} error={error} required={required}>
        <RadioSegment
          name={id}
          chosen={answer === 'Ja' || answer === 'Nein' ? answer : ''}
          onChoose={onAnswer}
          options={YES_NO}
        />
      </FieldGroup>
    )
  const control = {
    name: id,
    value: answer,
    onChange: ({ target }: { target: { value: string } }) => onAnswer(target.value),
  }
  return (
    <Field label={label} error={error} required={required}>
      {kind === 'choice' ? (
        <SelectInput {...control}>
          <option value="">Bitte wählen</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectInput>
      ) : (
        <TextArea {...control} maxLength={ANSWER_LENGTH} autoComplete="off" />
      )}
    </Field>
  )
}

function readAnswers(service: Service, draft: AnswerDraft | undefined) {
  return safeParse(answersSchema(service.questions as readonly Question[]), answersTo(service, draft))
}

type AnswersCardProps = { service: Service; answers: RefObject<AnswerDraft | undefined>; dispatch: Dispatch }

const ANSWERS_AGAIN =
  'Ihre Antworten auf unsere Fragen merken wir uns zu Ihrem Schutz nicht. Bitte geben Sie sie noch einmal ein.'

/**
 * The answers in step 5, with a button to change them. A reload has lost them, so it leads back to the
 * questions.
 */
export function AnswersCard({ service, answers, dispatch }: AnswersCardProps) {
  useEffect(() => {
    if (!answers.current) dispatch({ type: 'contact reopened', reason: ANSWERS_AGAIN })
  }, [answers, dispatch])
  const { success, output } = readAnswers(service, answers.current)
  if (!success || output.length === 0) return null
  return (
    <div className="card">
      <FactList>
        {output.map(({ id, label, value }) => (
          <Fact key={id} label={label} wide>
            {value}
          </Fact>
        ))}
        <Fact label="" wide>
          <Button kind="link" onClick={() => dispatch({ type: 'contact reopened' })}>
            Antworten ändern
          </Button>
        </Fact>
      </FactList>
    </div>
  )
}
