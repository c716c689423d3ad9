import type { Question } from '../../../src/shared/service/questions.ts'
import type { Service } from '../../../src/shared/service/service.ts'
import { SERVICE_DEFAULTS } from '../../../src/shared/service/service-defaults.ts'

/** A service in the list, with all resources that offer it and the ETag of its state. */
export type ListedService = Service & { readonly version: string; readonly resource_ids: readonly string[] }

/** The form's values. Numbers are text as typed, and the kind of visit is the value of a radio button. */
export type ServiceDraft = Record<keyof Omit<Service, 'active' | 'first_visit' | 'questions'>, string> & {
  active: boolean
  first_visit: 'true' | 'false'
  questions: QuestionDraft[]
  /** Chosen where there are several; else `resource_id` is a text field. */
  resource_ids?: string[]
}

/** The values of a question's fields, with one option in each line. */
type QuestionDraft = Omit<Question, 'options'> & { options: string }

export const NEW_SERVICE: Service = { ...SERVICE_DEFAULTS, id: '', name: '' }

/** @param hasSeveral whether the practice has several resources, among which the form lets choose */
export function serviceDraft(
  service: Service & { readonly resource_ids?: readonly string[] },
  hasSeveral = false,
): ServiceDraft {
  return {
    ...(hasSeveral && { resource_ids: [...(service.resource_ids ?? [service.resource_id])] }),
    id: service.id,
    name: service.name,
    description: service.description,
    hint: service.hint,
    duration_min: typed(service.duration_min),
    step: typed(service.step),
    paddingBefore: typed(service.paddingBefore),
    paddingAfter: typed(service.paddingAfter),
    resource_id: service.resource_id,
    price: typed(service.price),
    active: service.active,
    display_duration_min: typed(service.display_duration_min),
    first_visit: service.first_visit ? 'true' : 'false',
    display_order: typed(service.display_order),
    questions: service.questions.map(({ options = [], ...question }) => ({
      ...question,
      options: options.join('\n'),
    })),
  }
}

export function newQuestion(): QuestionDraft {
  // The id must differ from those of all questions, also of other services. It is never shown.
  const id = `q${Math.random().toString(36).slice(2, 10)}`
  return { id, label: '', kind: 'yesno', options: '', required: false }
}

function typed(number: number | null | undefined): string {
  return String(number ?? '').replace('.', ',')
}
