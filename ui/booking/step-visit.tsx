import { CircleCheck } from 'lucide-react'
import { ActionBar } from '../components/action-bar.tsx'
import { ChoiceCard, ChoiceCards } from '../components/choice-cards.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import type { StepProps } from './use-wizard.ts'
import { VISIT_LABELS } from './wizard.ts'

const CHOICES = [
  { visit: 'first', description: 'Ich war noch nie in dieser Ordination.' },
  { visit: 'return', description: 'Ich war schon einmal hier und bin bekannt.' },
] as const

/** Step 1: first or return visit. */
export function StepVisit({ wizard, dispatch }: StepProps) {
  return (
    <>
      <PageHeading lead="Mit „Zurück“ können Sie Ihre Wahl jederzeit ändern.">
        Ist das Ihr erster Besuch bei uns?
      </PageHeading>
      <ChoiceCards>
        {CHOICES.map(({ visit, description }) => (
          <ChoiceCard
            key={visit}
            title={VISIT_LABELS[visit]}
            description={description}
            chosen={visit === wizard.visit}
            onChoose={() => dispatch({ type: 'visit chosen', visit })}
          />
        ))}
      </ChoiceCards>
      {wizard.visit && <ActionBar icon={<CircleCheck />} chosen={<b>{VISIT_LABELS[wizard.visit]}</b>} />}
    </>
  )
}
