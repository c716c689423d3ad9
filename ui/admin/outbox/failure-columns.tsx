import type { ReactNode } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { splitFault } from '../../../src/shared/messages/fault-text.ts'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import type { Column } from '../components/table-column.ts'
import { nameColumn, type WithStatus } from './log-columns.tsx'
import { type AboutPatient, kindName } from './log-texts.ts'
import styles from './outbox.module.css'
import type { UnsentMessage } from './remedies.tsx'

/**
 * The columns for failures that the practice should act on, the same for all channels. Their widths, and
 * their widths on a tablet, each sum up to 100 percent.
 * @param remedyButtons returns the buttons of a row that settle its failure
 */
export function failureColumns<Row extends AboutPatient & WithStatus & UnsentMessage>(
  openDetails: (row: Row) => void,
  remedyButtons: (row: Row) => ReactNode,
): readonly Column<Row>[] {
  return [
    { ...nameColumn(openDetails, { width: '19%', tabletWidth: '25%' }), wraps: true },
    {
      name: 'about',
      label: 'Nachricht',
      width: '21%',
      tabletWidth: '27%',
      wraps: true,
      cell: ({ kind, booking_start }) =>
        keepPhrasesTogether((booking_start ? `${shortDayTime(booking_start)}, ` : '') + kindName(kind)),
      sortBy: ({ booking_start }) => booking_start ?? '',
    },
    {
      name: 'cause',
      label: 'Ursache',
      width: '26%',
      wraps: true,
      hiddenOnTablet: true,
      cell: ({ error }) => {
        const { sentence } = splitFault(error ?? '')
        return (
          <span className={`muted ${styles.cause}`} title={sentence}>
            {keepPhrasesTogether(sentence)}
          </span>
        )
      },
    },
    {
      name: 'remedy',
      label: 'Aktion',
      hidesLabel: true,
      width: '34%',
      tabletWidth: '48%',
      cell: remedyButtons,
    },
  ]
}
