import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { QUESTION_KINDS } from '../../../src/shared/service/questions.ts'
import { IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { FieldGroup } from '../../components/field.tsx'
import { FormInput, FormSelect, FormTextArea } from '../forms/form-fields.tsx'
import type { SubmitForm } from '../forms/use-submit-form.ts'
import type { ServiceDraft } from './service-draft.ts'

/** The form of a service, which contains its questions. */
export type QuestionForm<Output, Answer> = SubmitForm<ServiceDraft, Output, Answer>

type QuestionCardProps<Output, Answer> = {
  form: QuestionForm<Output, Answer>
  index: number
  error: string | undefined
  onMoveUp: () => void
  onMoveDown: () => void
  onRemove: () => void
}

/** The fields of one question, and the buttons that move and remove it. */
export function QuestionCard<Output, Answer>({
  form,
  index,
  error,
  onMoveUp,
  onMoveDown,
  onRemove,
}: QuestionCardProps<Output, Answer>) {
  const questions = form.watch('questions')
  const question = questions[index]
  const title = `Frage ${index + 1}`
  return (
    <div className="card padded">
      <FieldGroup legend={<span className="visually-hidden">{title}</span>} error={error}>
        <div className="stack">
          <FormInput form={form} name={`questions.${index}.label`} label={title} maxLength={200} />
          <FormSelect form={form} name={`questions.${index}.kind`} label="Antwort" choices={QUESTION_KINDS} />
          {question?.kind === 'choice' && (
            <FormTextArea
              form={form}
              name={`questions.${index}.options`}
              label="Zur Auswahl, eine je Zeile"
            />
          )}
          {/* Not registered: react-hook-form takes two checkboxes that change places for a group. */}
          <Checkbox
            checked={question?.required ?? false}
            onChange={({ target }) =>
              form.setValue(`questions.${index}.required`, target.checked, { shouldDirty: true })
            }
          >
            Muss beantwortet werden
          </Checkbox>
          <div className="row gap-2">
            <IconButton
              label={`${title} nach oben`}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={onMoveUp}
            />
            <IconButton
              label={`${title} nach unten`}
              icon={<ArrowDown />}
              disabled={index === questions.length - 1}
              onClick={onMoveDown}
            />
            <IconButton label={`${title} entfernen`} icon={<Trash2 />} onClick={onRemove} />
          </div>
        </div>
      </FieldGroup>
    </div>
  )
}
