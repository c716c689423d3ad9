import { Download } from 'lucide-react'
import { useState } from 'react'
import { admin, adminRequestText } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Button } from '../../components/button.tsx'
import { Field, SelectInput } from '../../components/field.tsx'
import { FieldError } from '../../components/field-notes.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { downloadText } from '../components/download.ts'
import { PageHead, PageSkeleton } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { useServices } from '../services/use-services.ts'
import { ChartSection } from './chart-section.tsx'
import { MONTH_CHARTS } from './month-charts.ts'
import styles from './statistics.module.css'
import { MONTHS_COMPARED } from './sums.ts'
import { SumsSection } from './sums-section.tsx'
import { type StatisticsQuery, useStatistics } from './use-statistics.ts'
import { WeekTable } from './week-table.tsx'

/**
 * The practice's figures of the last months and of those compared with them (`MONTHS_COMPARED`), for all
 * services or one, each as a chart and a table.
 */
export function StatisticsPage() {
  const [{ service: serviceId }, changeParams] = useSearchState('service')
  const { services = [] } = useServices()
  const { chosen } = useResourceChoice()
  const query = {
    ...(serviceId && { service: serviceId }),
    ...(chosen !== undefined && { resource: chosen }),
  }
  return (
    <>
      <PageHead
        title="Auswertung"
        lead={`${2 * MONTHS_COMPARED} Monate, jeder Termin im Monat, in dem er stattfindet. Auch anonymisierte Termine zählen.`}
      />
      <div className="stack gap-5">
        <div className={`row no-print ${styles.tools}`}>
          <Field label="Leistung">
            <SelectInput value={serviceId} onChange={({ target }) => changeParams({ service: target.value })}>
              <option value="">Alle Leistungen</option>
              {services.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectInput>
          </Field>
          <ResourceFilter />
          <CsvButton query={query} table="months" label="Monate als CSV" />
          <CsvButton query={query} table="hours" label="Auslastung als CSV" />
        </div>
        <Loaded
          query={useStatistics(query)}
          failure="Auswertung konnte nicht geladen werden."
          skeleton={<PageSkeleton heights={[120, 280, 280]} />}
        >
          {({ months, hours }) => (
            <>
              <SumsSection months={months} />
              <div className={`columns ${styles.figures}`}>
                {MONTH_CHARTS.map((chart) => (
                  <ChartSection key={chart.title} chart={chart} months={months} />
                ))}
              </div>
              <WeekTable loads={hours} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

type CsvButtonProps = { query: StatisticsQuery; table: 'months' | 'hours'; label: string }

/** A button that saves the figures as a CSV file. If they cannot be loaded, the reason is shown below it. */
function CsvButton({ query, table, label }: CsvButtonProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async () => {
    setBusy(true)
    try {
      const csv = await adminRequestText(admin['statistics.csv'].$get({ query: { table, ...query } }))
      const fileName = `auswertung-${table === 'months' ? 'monate' : 'stunden'}.csv`
      downloadText({ fileName, type: 'text/csv', text: csv })
      setFailure(undefined)
    } catch (error) {
      setFailure(failureSentence(error as Error, 'Die Datei konnte nicht geladen werden.'))
    }
    setBusy(false)
  }
  return (
    <div>
      <Button busy={busy} onClick={() => void save()}>
        <Download />
        {label}
      </Button>
      {failure && (
        <FieldError id={`csv-${table}`} alerts>
          {failure}
        </FieldError>
      )}
    </div>
  )
}
