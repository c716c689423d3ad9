import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { BOOKINGS_AT_ONCE, MONTHS_SEARCHED } from '../../../src/shared/booking.ts'
import { clockTime, shortDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/field.tsx'
import { telLink } from '../../components/links.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import styles from '../components/admin.module.css'
import { channelsText, countMessages } from '../components/reach.ts'
import type { Conflict } from './conflict.ts'
import { type BulkAction, type BulkAnswer, type NewTime, useBulkChange } from './use-bulk-change.ts'

type ConflictDialogProps = {
  title: string
  bookings: readonly Conflict[]
  /** The action that is chosen at first. */
  first?: BulkAction
  /** Returns whether an appointment is ticked at first. */
  isTicked?: (booking: Conflict) => boolean
  onClose: () => void
}

const ACTIONS = [
  { value: 'move', label: 'Verschieben' },
  { value: 'cancel', label: 'Absagen' },
] as const satisfies { value: BulkAction; label: string }[]

/** Moves or cancels the ticked appointments with one message, and shows the result of each. */
export function ConflictDialog({
  title,
  bookings,
  first = 'move',
  isTicked = () => true,
  onClose,
}: ConflictDialogProps) {
  const [listed] = useState(bookings)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    new Set(listed.filter(isTicked).map(({ id }) => id)),
  )
  const [action, setAction] = useState<BulkAction>(first)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [message, setMessage] = useState('')
  const [notify, setNotify] = useState(true)
  const { answers, taken, total, busy, failure, run } = useBulkChange()
  const open = listed.filter(({ id }) => !answers.has(id))
  const [wanted, setWanted] = useState({ round: 0, ids: open.map(({ id }) => id) })
  const suggestionOf = useSuggestions(wanted, action === 'move')
  const timeOf = (id: string): NewTime | undefined => {
    const times = timesOf(suggestionOf(id))
    return times.find((time) => keyOf(time) === chosen.get(id)) ?? times[0]
  }
  const isReady = ({ id }: Conflict) => ticked.has(id) && (action === 'cancel' || timeOf(id) !== undefined)
  const ready = open.filter(isReady)

  const tick = (id: string, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)))

  const press = async () => {
    const items = ready.map((booking) => ({ booking, to: timeOf(booking.id) ?? { start: '' } }))
    const answered = await run(action, items, { message: notify ? message : '', notify })
    const unanswered = open.map(({ id }) => id).filter((id) => !answered.has(id))
    setWanted(({ round }) => ({ round: round + 1, ids: unanswered }))
    await refreshShown()
  }

  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{open.length > 0 ? 'Später' : 'Fertig'}</Button>
          {open.length > 0 && (
            <ChangeButton
              action={action}
              count={ready.length}
              busy={busy}
              busyText={`${answers.size} von ${total} …`}
              onPress={() => void press()}
            />
          )}
        </>
      }
    >
      <div className="stack">
        {open.length > 0 && <Question count={open.length} action={action} onAction={setAction} />}
        <Progress isShown={busy || answers.size > 0} done={answers.size} total={total} failure={failure} />
        {open.length > 0 && (
          <Notification
            action={action}
            notify={notify}
            onNotify={setNotify}
            message={message}
            onMessage={setMessage}
            to={ready}
          />
        )}
        {open.length > 1 && (
          <TickAll
            isNone={ready.length === 0}
            onTick={(all) => setTicked(new Set(all ? open.map(({ id }) => id) : []))}
          />
        )}
        <ul className="stack gap-5" aria-label="Termine">
          {listed.map((booking) => (
            <ConflictRow
              key={booking.id}
              booking={booking}
              answer={answers.get(booking.id)}
              isTicked={ticked.has(booking.id)}
              busy={busy}
              onTick={(on) => tick(booking.id, on)}
            >
              {action === 'move' && (
                <NewTimes
                  name={booking.name}
                  suggestion={suggestionOf(booking.id)}
                  taken={taken.get(booking.id)}
                  value={timeOf(booking.id)}
                  busy={busy}
                  onChoose={(time) => setChosen((before) => new Map([...before, [booking.id, keyOf(time)]]))}
                />
              )}
            </ConflictRow>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type ChangeButtonProps = {
  action: BulkAction
  count: number
  busy: boolean
  busyText: string
  onPress: () => void
}

function ChangeButton({ action, count, busy, busyText, onPress }: ChangeButtonProps) {
  return (
    <Button
      kind={action === 'move' ? 'primary' : 'danger'}
      disabled={count === 0}
      busy={busy}
      busyText={busyText}
      onClick={onPress}
    >
      {count === 1 ? '1 Termin' : `${count} Termine`} {action === 'move' ? 'verschieben' : 'absagen'}
    </Button>
  )
}

type QuestionProps = { count: number; action: BulkAction; onAction: (action: BulkAction) => void }

/** Says how many appointments are left, and asks what is done with them. */
function Question({ count, action, onAction }: QuestionProps) {
  return (
    <>
      <p>
        {count === 1 ? 'Ein Termin steht' : `${count} Termine stehen`} noch in dieser Zeit. Was Sie nicht
        verschieben oder absagen, bleibt bestehen und steht auf der Übersicht.
      </p>
      <ToggleSegment label="Was geschieht" options={ACTIONS} value={action} onChange={onAction} />
    </>
  )
}

/** The heading of the list, with a button that ticks all of it or nothing. */
function TickAll({ isNone, onTick }: { isNone: boolean; onTick: (all: boolean) => void }) {
  return (
    <div className="row between baseline line-above">
      <h3>Termine</h3>
      <Button kind="link" onClick={() => onTick(isNone)}>
        {isNone ? 'Alle anhaken' : 'Keinen anhaken'}
      </Button>
    </div>
  )
}

type ProgressProps = { isShown: boolean; done: number; total: number; failure: string | undefined }

/** How many appointments are done, and why the rest is not. */
function Progress({ isShown, done, total, failure }: ProgressProps) {
  return (
    <>
      <div role="status">
        {isShown && (
          <p className="row gap-2">
            <progress max={total} value={done} aria-hidden="true" />
            <span className="num">
              {done} von {total} erledigt
            </span>
          </p>
        )}
      </div>
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
    </>
  )
}

type NotificationProps = {
  action: BulkAction
  notify: boolean
  onNotify: (notify: boolean) => void
  message: string
  onMessage: (message: string) => void
  /** The appointments that are ticked. */
  to: readonly Conflict[]
}

/** Asks whether the patients get a message, says which ones go out, and asks for a text to add to them. */
function Notification({ action, notify, onNotify, message, onMessage, to }: NotificationProps) {
  const calls = to.filter(({ by }) => by.length === 0).length
  return (
    <>
      <Checkbox
        checked={notify}
        onChange={({ target }) => onNotify(target.checked)}
        help={
          notify && to.length > 0
            ? [countMessages(to), calls > 0 && `${calls} bitte anrufen`].filter(Boolean).join(', ')
            : undefined
        }
      >
        Patientinnen und Patienten benachrichtigen
      </Checkbox>
      {notify && (
        <MessageField
          label="Nachricht an alle"
          help={
            action === 'move'
              ? 'Steht in der Nachricht über die neue Zeit.'
              : 'Steht in der Nachricht über die Absage.'
          }
          value={message}
          onChange={onMessage}
        />
      )}
    </>
  )
}

type ConflictRowProps = {
  booking: Conflict
  answer: BulkAnswer | undefined
  isTicked: boolean
  busy: boolean
  onTick: (on: boolean) => void
  /** Shown while the appointment is ticked. */
  children: ReactNode
}

/** One appointment, or the result of its change. */
function ConflictRow({ booking, answer, isTicked, busy, onTick, children }: ConflictRowProps) {
  const { name, start, service_name, mobile, by } = booking
  const facts = (
    <>
      <span className="muted num">{shortDayTime(start)}</span>, {service_name}, {channelsText(by)}
    </>
  )
  return (
    <li className="stack gap-2">
      {answer === undefined ? (
        <>
          <Checkbox
            checked={isTicked}
            disabled={busy}
            onChange={({ target }) => onTick(target.checked)}
            help={facts}
          >
            {name}
          </Checkbox>
          {isTicked && children}
        </>
      ) : (
        <Banner tone={answer.succeeded ? 'good' : 'warning'} title={name}>
          <p>{facts}</p>
          <p>{answer.text}</p>
          {!answer.succeeded && <ToCall id={booking.id} mobile={mobile} />}
        </Banner>
      )}
    </li>
  )
}

/** The number of somebody whom no message reaches, with a tick for the call. */
function ToCall({ id, mobile }: { id: string; mobile: string }) {
  const call = useMutation({
    mutationFn: () =>
      adminRequest(admin.bookings[':id'].called.$post({ param: { id: encodeURIComponent(id) } })),
  })
  return (
    <Checkbox
      checked={call.isSuccess}
      disabled={call.isPending || call.isSuccess}
      onChange={() => call.mutate()}
      help={mobile && <a href={telLink(mobile)}>{mobile}</a>}
      error={call.error ? 'Das ließ sich nicht vermerken.' : undefined}
    >
      Angerufen
    </Checkbox>
  )
}

/**
 * An appointment's new times, or a sentence that says why there are none. Both are missing while they are
 * loading.
 */
type Suggestion = { starts?: readonly string[]; elsewhere?: readonly NewTime[] | undefined; message?: string }

/** Returns all times of a suggestion, those of the own doctor first. */
function timesOf({ starts = [], elsewhere = [] }: Suggestion): readonly NewTime[] {
  return [...starts.map((start) => ({ start })), ...elsewhere]
}

/** Two doctors may have the same time. */
function keyOf({ start, resource_id = '' }: NewTime): string {
  return `${start} ${resource_id}`
}

type NewTimesProps = {
  name: string
  suggestion: Suggestion
  /** A sentence when the time that was chosen before has been taken. */
  taken: string | undefined
  value: NewTime | undefined
  busy: boolean
  onChoose: (time: NewTime) => void
}

/**
 * The suggested times for one appointment. No two suggestions of the list collide (docs/behaviour.md 8.31).
 */
function NewTimes({ name, suggestion, taken, value, busy, onChoose }: NewTimesProps) {
  const group = useId()
  const { starts, message } = suggestion
  if (!starts && !message) return <Skeleton height={40} />
  const times = timesOf(suggestion)
  if (times.length === 0)
    return (
      <p className="muted small">
        {message ?? `In den nächsten ${numberWord(MONTHS_SEARCHED)} Monaten ist nach dem Plan nichts frei.`}
      </p>
    )
  return (
    <fieldset className={styles.newTimes} aria-label={`Neue Zeit: ${name}`}>
      {taken && (
        <p className="whole danger small" role="alert">
          {taken}
        </p>
      )}
      {times.map((time) => (
        <label
          key={keyOf(time)}
          className={`pick small ${time.resource_name ? styles.elsewhere : styles.newTime}`}
        >
          <input
            type="radio"
            className="covering"
            name={group}
            checked={value !== undefined && keyOf(time) === keyOf(value)}
            disabled={busy}
            onChange={() => onChoose(time)}
          />
          {time.resource_name ? (
            <span>
              {time.resource_name} hätte am selben Tag um{' '}
              <span className="semibold nowrap">{clockTime(time.start)}</span> frei
            </span>
          ) : (
            <>
              <span>{shortDay(time.start)}</span>
              <span className="semibold">{timeOfDay(time.start)}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** Loads free times for these appointments. They stay as they are until the next round. */
function useSuggestions({ round, ids }: { round: number; ids: readonly string[] }, enabled: boolean) {
  const first = ids.slice(0, BOOKINGS_AT_ONCE)
  const { data, error } = useQuery({
    queryKey: ['admin', 'editable', 'suggestions', first, round],
    queryFn: ({ signal }) =>
      adminRequest(admin.bookings.slots.$post({ json: { ids: first } }, { init: { signal } })),
    enabled: enabled && first.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (id: string): Suggestion => {
    if (error) return { message: 'Die freien Zeiten konnten nicht geladen werden.' }
    if (!first.includes(id))
      return { message: `Neue Zeiten kommen, sobald die ersten ${BOOKINGS_AT_ONCE} Termine erledigt sind.` }
    return data?.results.find((each) => each.id === id) ?? {}
  }
}
