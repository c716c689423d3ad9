import type { CSSProperties } from 'react'
import type { WallMinutes } from '../../../src/shared/day.ts'
import { type Axis, LEAST_BOX_PX, placeStyleOn, yOf } from './axis.ts'
import type { BoardItem } from './board-items.ts'
import type { ItemPlace } from './day-layout.ts'
import { ItemBox, type ItemBoxProps } from './item-box.tsx'
import styles from './week-board.module.css'

type PlacedItemProps = Pick<ItemBoxProps, 'isOver' | 'drag' | 'onOpen'> & {
  placed: ItemPlace<BoardItem>
  axis: Axis
  /** The present time in today's column; undefined in others. */
  nowAt: WallMinutes | undefined
}

/** An item of the calendar at its place in a column. */
export function PlacedItem({ placed, axis, nowAt, isOver, drag, onOpen }: PlacedItemProps) {
  const { item, from, to, roomTo, left, share } = placed
  const top = yOf(axis, from)
  const bottom = yOf(axis, to)
  const roomBottom = yOf(axis, roomTo)
  // A short item is as high as a line of text, if the next item leaves room for it.
  const height = Math.max(bottom - top, Math.min(LEAST_BOX_PX, roomBottom - top))
  const isRunning = nowAt !== undefined && from < nowAt && nowAt < to
  return (
    <li
      className={styles.place}
      style={
        {
          ...placeStyleOn(axis, { from, to }),
          '--room-to': `${roomBottom}px`,
          '--left': left,
          '--share': share,
        } as CSSProperties
      }
    >
      <ItemBox
        item={item}
        height={height}
        nowPx={isRunning ? yOf(axis, nowAt) - top : undefined}
        isOver={isOver}
        drag={drag}
        onOpen={onOpen}
      />
    </li>
  )
}
