import { useMutation } from '@tanstack/react-query'
import {
  SERVICE_TEMPLATE_IDS,
  SERVICE_TEMPLATES,
  type ServiceTemplate,
} from '../../../src/shared/service/service-templates.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ChoiceCard, ChoiceCards } from '../../components/choice-cards.tsx'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

type ServiceTemplatesProps = {
  /** Called with the sentence of the server that says what was added. */
  onAdded: (sentence: string) => void
}

/** Offers a practice without services ready-made lists of services. */
export function ServiceTemplates({ onAdded }: ServiceTemplatesProps) {
  const addTemplate = useMutation({
    mutationFn: (template: ServiceTemplate) =>
      adminRequest(admin.services.template.$post({ json: { template } })),
    onSuccess: ({ message }) => onAdded(message),
  })
  return (
    <section className="wide" aria-label="Vorlagen">
      <p className="lead mb-3">
        Noch gibt es keine Services. Beginnen Sie mit einer Vorlage: Zeiten und Preise sind Vorschläge; alles
        lässt sich danach ändern.
      </p>
      <ChoiceCards>
        {SERVICE_TEMPLATE_IDS.map((id) => (
          <ChoiceCard
            key={id}
            title={SERVICE_TEMPLATES[id].title}
            description={SERVICE_TEMPLATES[id].services.map(({ name }) => name).join('\u00a0· ')}
            onChoose={() => !addTemplate.isPending && addTemplate.mutate(id)}
          />
        ))}
      </ChoiceCards>
      <OutcomeBanner outcome={toOutcome(addTemplate.error, SAVE_FAILURE)} />
    </section>
  )
}
