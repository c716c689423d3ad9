import type { Question } from '../../../src/shared/service/questions.ts'
import type { Service } from '../../../src/shared/service/service.ts'
import { SERVICE_DEFAULTS } from '../../../src/shared/service/service-defaults.ts'

/** A service in the list, with the ETag of its state. */
export type ListedService = Service & { readonly version: string }

/** The form's values. Numbers are text as typed, and the kind of visit is the value of a radio button. */
export type ServiceDraft = Record<keyof Omit<Service, 'active' | 'first_visit' | 'questions'>, string> & {
  active: boolean
  first_visit: 'true' | 'false'
  questions: QuestionDraft[]
}

/** The values of a question's fields, with one option in each line. */
type QuestionDraft = Omit<Question, 'options'> & { options: string }

export const NEW_SERVICE: Service = { ...SERVICE_DEFAULTS, id: '', name: '' }

export function serviceDraft(service: Service): ServiceDraft {
  return {
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

/** Returns an id for a service of this name, `befund-besprechung-2`; '' where the name has no letters. */
export function proposedId(name: string, isTaken: (id: string) => boolean): string {
  const spelled = name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  const id = spelled
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST_ID)
    .replace(/^-+|-+$/g, '')
  if (id === '' || !isTaken(id)) return id
  for (let number = 2; ; number++) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`
}

/** Short enough for links; the rule of the field allows more. */
const LONGEST_ID = 40

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
