import { ANSWER_LENGTH } from '../../../src/shared/service/answers.ts'
import type { Service } from '../../api/public.ts'
import { Field, FieldGroup, SelectInput, TextArea } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'

const YES_NO = [
  { value: 'Ja', label: 'Ja' },
  { value: 'Nein', label: 'Nein' },
] as const

type QuestionFieldProps = {
  question: Service['questions'][number]
  answer: string
  error: string | undefined
  onAnswer: (answer: string) => void
}

/**
 * Shows one question with the control for its kind of answer: two buttons for yes and no, a list of choices,
 * or a text.
 */
export function QuestionField({ question, answer, error, onAnswer }: QuestionFieldProps) {
  const { id, kind, options = [], required } = question
  const label = required ? question.label : `${question.label} (freiwillig)`
  if (kind === 'yesno')
    return (
      <FieldGroup legend={label} error={error} required={required} radios>
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
