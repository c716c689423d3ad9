import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { timeOfDay } from '../../../src/shared/format.ts'
import type { BoardItem } from './board-items.ts'
import type { DragHandling } from './use-drag.ts'
import styles from './week-board.module.css'

export type ItemBoxProps = {
  item: BoardItem
  /** Height in pixels. A low box has one line of smaller text. */
  height: number
  /** Pixels from the top of the box to the present time; undefined for an item that is not running. */
  nowPx: number | undefined
  /** True when the item's time has passed. */
  isOver: boolean
  drag: DragHandling
  onOpen: (bookingId: string, box: Element) => void
}

/** Pixels of a line of text in a box. */
const TEXT_LINE_PX = 16
/** Pixels of a box's border, padding and gap together. */
const BOX_FRAME_PX = 8

/** The meaning of the colours, for screen readers. The titles of other items say what they are. */
const STATUS_TEXTS: Readonly<Record<BoardItem['look'], string>> = {
  confirmed: 'bestätigt',
  requested: 'wartet auf Bestätigung',
  off: 'storniert oder abgelehnt',
  blocked: '',
  held: '',
  busy: '',
}

/** The box of an item: a button that opens the appointment, a link to the item's page, or plain text. */
export function ItemBox({ item, height, nowPx, isOver, drag, onOpen }: ItemBoxProps) {
  const { booking, isAskedTime, look, title, note, start, href, namedResource } = item
  const status = STATUS_TEXTS[look]
  const lineCount = linesIn(height)
  const secondLine = namedResource ? `${note}, ${namedResource.name}` : note
  const attributes = {
    className: `tiny ${styles.item}`,
    'data-look': look,
    'data-over': isOver || undefined,
    'data-short': lineCount < 2 || undefined,
    'data-running': nowPx !== undefined || undefined,
    style: { '--text-lines': Math.max(1, lineCount), '--now': `${nowPx}px` } as CSSProperties,
    // The title has the whole text, for boxes that are too small for it.
    title: `${timeOfDay(start)} ${booking?.name ?? title}, ${secondLine}`,
    'data-mark': namedResource?.colour,
  }
  const text = (
    <>
      <span className={`semibold ${styles.title}`}>
        {booking !== undefined && <time dateTime={start}>{timeOfDay(start)}</time>} {title}
      </span>
      <span className="ellipsis">{secondLine}</span>
      {status && <span className="visually-hidden">, {status}</span>}
    </>
  )
  if (booking !== undefined)
    return (
      <button
        type="button"
        {...attributes}
        // A time that a patient asks for cannot be dragged, only the appointment.
        {...(!isAskedTime && drag.handlesFor(booking))}
        data-dragged={drag.dragging?.booking.id === booking.id || undefined}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => onOpen(booking.id, currentTarget)}
      >
        {text}
      </button>
    )
  if (href !== undefined)
    return (
      <Link href={href} {...attributes}>
        {text}
      </Link>
    )
  return <div {...attributes}>{text}</div>
}

/** Returns the number of text lines that fit into a box of this height in pixels. */
function linesIn(height: number): number {
  return Math.floor((height - BOX_FRAME_PX) / TEXT_LINE_PX)
}
