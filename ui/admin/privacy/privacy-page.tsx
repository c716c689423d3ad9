import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { Link } from 'wouter'
import { admin, adminQuery } from '../../api/admin.ts'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { PatientSearch } from './patient-search.tsx'
import { countsText } from './privacy-text.ts'

type Privacy = InferResponseType<typeof admin.privacy.$get>
/** A text that the law demands: the information for patients, or the record of processing. */
type LegalTextContent = Privacy['information' | 'record']

/**
 * Shows what is stored and for how long, answers requests of patients, and offers the texts that the law
 * demands.
 */
export function PrivacyPage() {
  const privacy = useQuery(adminQuery(admin.privacy, {}))
  return (
    <>
      <PageHead
        title="Datenschutz"
        lead="Was gespeichert ist, wie lange, und was Sie antworten, wenn jemand danach fragt."
      />
      <div className="stack gap-6">
        <Section
          title="Auskunft und Löschung"
          lead="Alles, was zu einer Person oder einer E-Mail-Adresse gespeichert ist. Wer Sie darum bittet, hat darauf ein Recht (Art.&nbsp;15 und 17 DSGVO)."
        >
          <PatientSearch />
        </Section>
        <Loaded
          query={privacy}
          failure="Die Angaben zum Datenschutz konnten nicht geladen werden."
          loading="Lade Angaben …"
          skeleton={<Skeleton height={320} />}
        >
          {({ stored, information, record }) => (
            <>
              <Section title="Was gespeichert ist">
                <StoredList stored={stored} />
              </Section>
              <Section
                title="Texte zum Übernehmen"
                lead={
                  <>
                    Aus Ihren Praxisdaten und Einstellungen. Bitte prüfen und ergänzen Sie beide, bevor Sie
                    sie verwenden. Patienten lesen die Information unter{' '}
                    <a href="/datenschutz">Datenschutz</a>; einen eigenen Text dafür tragen Sie unter{' '}
                    <Link href="/admin/settings/general">Allgemein</Link> ein.
                  </>
                }
              >
                <div className="rows">
                  <LegalText text={information} />
                  <LegalText text={record} />
                </div>
              </Section>
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

/** Lists which data are stored, until when and where, and says what the next run of the retention deletes. */
function StoredList({ stored }: Pick<Privacy, 'stored'>) {
  const { data: due } = useQuery(adminQuery(admin.privacy.retention, {}))
  return (
    <>
      <ul className="rows">
        {/* Two recipients may get the same data, so only both together are unique. */}
        {stored.map(({ what, where, until }) => (
          <li key={what + where} className="small">
            <b>{keepPhrasesTogether(what)}</b>
            <p>{keepPhrasesTogether(until)}</p>
            <p className="muted break">{where}</p>
          </li>
        ))}
      </ul>
      <div className="padded line-above stack gap-2 small">
        <p role="status">{due && dueSentence(due)}</p>
        <p>
          Die Fristen stehen unter <Link href="/admin/settings/general">Allgemein</Link>. Die Aufbewahrung der
          Sicherungen und was außerhalb liegt, kennt Ihre IT.
        </p>
      </div>
    </>
  )
}

/** Says what the next run of the retention deletes. */
function dueSentence(due: Parameters<typeof countsText>[0]): string {
  const dueText = countsText(due)
  return dueText ? `Als Nächstes wird gelöscht: ${dueText}.` : 'Gerade ist nichts zum Löschen fällig.'
}

/** Shows a text under its title, which expands it, with a button that copies it. */
function LegalText({ text }: { text: LegalTextContent }) {
  const { title, sections, plain } = text
  return (
    <details>
      <summary className="semibold">{title}</summary>
      <div className="stack mt-4">
        <div className="row">
          <CopyButton text={plain}>Text kopieren</CopyButton>
        </div>
        {sections.map(({ title: heading, lines }) => (
          <section key={heading} className="small">
            {heading && <h3>{heading}</h3>}
            {lines.map((line) => (
              <p key={line} className="mt-2 break">
                {keepPhrasesTogether(line)}
              </p>
            ))}
          </section>
        ))}
      </div>
    </details>
  )
}
