import { usePractice } from '../api/status.ts'
import { ChoiceCard, ChoiceCards } from '../components/choice-cards.tsx'
import { keepPhrasesTogether } from '../components/line-breaks.tsx'
import { telLink } from '../components/tel-link.ts'
import { PageHeading } from '../page/page-heading.tsx'
import type { StepProps } from './use-wizard.ts'
import { STEPS, VISIT_LABELS } from './wizard/wizard.ts'

const CHOICES = [
  { visit: 'first', description: 'Ich war noch nie in dieser Ordination.' },
  { visit: 'return', description: 'Ich war schon einmal hier und bin bekannt.' },
] as const

/** Step 1: asks whether this is the first visit, because the services differ. */
export function StepVisit({ wizard, dispatch }: StepProps) {
  const { phone } = usePractice()
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
            nextHref={`?visit=${visit}&step=${STEPS.service}`}
            onChoose={() => dispatch({ type: 'visit chosen', visit })}
          />
        ))}
      </ChoiceCards>
      <p className="mt-5">
        Sie haben schon einen Termin? <a href="/meine-termine">Ansehen, verschieben, absagen</a>
      </p>
      <p className="muted small mt-4">
        {keepPhrasesTogether('Sie brauchen für die Buchung eine E-Mail-Adresse.')}{' '}
        {phone ? (
          <>
            Wenn Sie keine haben, rufen Sie uns bitte an:{' '}
            <a className="num nowrap" href={telLink(phone)}>
              {phone}
            </a>
          </>
        ) : (
          'Wenn Sie keine haben, kommen Sie bitte in der Ordination vorbei.'
        )}
      </p>
    </>
  )
}
