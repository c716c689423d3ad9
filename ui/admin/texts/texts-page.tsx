import { dateTime } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { Badge } from '../../components/badge.tsx'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { DataTable } from '../components/data-table.tsx'
import { PageHead } from '../components/page.tsx'
import type { Column } from '../components/table-column.ts'
import { RowButton } from '../components/table-row.tsx'
import { TableSkeleton } from '../components/table-skeleton.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { TextEditor } from './text-editor.tsx'
import { type ListedText, TEXTS_NOT_LOADED, useTexts } from './use-texts.ts'

/** The number of rows for which space is reserved until the messages are loaded. */
const USUAL_ROWS = 14

/** Lists the texts of all messages, or edits the one that the URL names. */
export function TextsPage() {
  const query = useTexts()
  const [params, changeParams] = useSearchState('text')
  const chosen = query.data?.find(({ kind }) => kind === params.text)
  if (chosen) return <TextEditor key={chosen.kind} text={chosen} onClose={() => changeParams({ text: '' })} />
  const openText = ({ kind }: ListedText) => changeParams({ text: kind }, { push: true })
  return (
    <>
      <PageHead
        title="Texte"
        lead="Womit die Nachrichten an Ihre Patienten beginnen und enden. Fakten und Links dazwischen ergänzt das Portal."
      />
      <Loaded query={query} failure={TEXTS_NOT_LOADED} skeleton={<TableSkeleton rowCount={USUAL_ROWS} />}>
        {(rows) => (
          <div className="card">
            <DataTable
              caption="Texte"
              columns={textColumns(openText)}
              rows={rows}
              keyOf={({ kind }) => kind}
              onChoose={openText}
              // The server always lists all messages.
              empty=""
            />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Returns the columns of the list. @param openText opens the editor of a text */
function textColumns(openText: (text: ListedText) => void): Column<ListedText>[] {
  return [
    {
      name: 'label',
      label: 'Nachricht',
      width: '25%',
      wraps: true,
      cell: (text) => <RowButton onPress={() => openText(text)}>{text.label}</RowButton>,
    },
    {
      name: 'about',
      label: 'Wann',
      width: '37%',
      wraps: true,
      cell: ({ about }) => <span>{keepPhrasesTogether(about)}</span>,
    },
    {
      name: 'channels',
      label: 'Geht als',
      width: '14%',
      hiddenOnPhone: true,
      cell: ({ channels }) => channels.map((channel) => CHANNEL_NAMES[channel]).join(', '),
    },
    {
      name: 'state',
      label: 'Text',
      width: '24%',
      wraps: true,
      cell: ({ edited, at }) =>
        edited === null ? (
          <span className="muted">Original</span>
        ) : (
          <div>
            <Badge size="small" tone="good" label="eigener Text" />
            {at !== null && <p className="muted small">{dateTime(at)}</p>}
          </div>
        ),
    },
  ]
}
