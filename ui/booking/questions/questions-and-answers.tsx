import { type Ref, type RefObject, useEffect, useImperativeHandle } from 'react'
import { safeParse } from 'valibot'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { answersSchema } from '../../../src/shared/service/answers.ts'
import type { Service } from '../../api/public.ts'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { useDraft } from '../../patient/use-draft.ts'
import type { Dispatch } from '../wizard/wizard.ts'
import { type AnswerDraft, answersTo } from './answer-draft.ts'
import { QuestionField } from './question-field.tsx'

// Both components are in one file, which is loaded only for a service with questions.

const ANSWERS_AGAIN =
  'Ihre Antworten auf unsere Fragen merken wir uns zu Ihrem Schutz nicht. Bitte geben Sie sie noch einmal ein.'

/** Checks all answers and shows their errors. Returns true when there are none. */
export type CheckAnswers = () => boolean

type QuestionFieldsProps = {
  service: Service
  /** Holds the answers while the patient goes from step to step. */
  answers: RefObject<AnswerDraft | undefined>
  /** Called with true when an answer becomes faulty, and with false when none is faulty any more. */
  onFaulty: (isFaulty: boolean) => void
  /** Gets the function with which the step checks the answers. */
  ref: Ref<CheckAnswers>
}

/**
 * Shows the service's questions in step 4. They are a form of their own, because the contact form is stored
 * and answers never are.
 */
export function QuestionFields({ service, answers, onFaulty, ref }: QuestionFieldsProps) {
  const { draft, errors, set, check } = useDraft<AnswerDraft, AnswerDraft>({
    initial: () => answers.current ?? {},
    read: (typed) => {
      const { success, issues } = readAnswers(service, typed)
      return success ? { output: typed } : { errors: fieldErrorsOf(issues) }
    },
    onChange: (typed) => {
      answers.current = typed
    },
  })
  const isFaulty = Object.keys(errors).length > 0

  // Step 5 assumes that a reload has lost answers that are undefined, so an untouched form is stored as {}.
  useEffect(() => {
    answers.current ??= {}
  }, [answers])
  useEffect(() => onFaulty(isFaulty), [onFaulty, isFaulty])
  useImperativeHandle(ref, (): CheckAnswers => {
    return () => check() !== undefined
  })

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

/** Checks the answers by the server's rules. The output has only the answered questions. */
function readAnswers(service: Service, draft: AnswerDraft | undefined) {
  return safeParse(answersSchema(service.questions), answersTo(service, draft))
}

type AnswersCardProps = { service: Service; answers: RefObject<AnswerDraft | undefined>; dispatch: Dispatch }

/**
 * Shows the answers in step 5, with a button that changes them. After a reload, which has lost the answers,
 * the wizard goes back to the questions.
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
