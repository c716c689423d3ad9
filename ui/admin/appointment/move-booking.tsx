import { askedTimeNote } from '../../../src/shared/move-asked.ts'
import { DateTile } from '../../page/date-tile.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox } from '../forms/form-fields.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { OfferingResourceField, useOfferingResources } from '../services/offering-resources.tsx'
import styles from './appointment.module.css'
import { NewTimeFields } from './new-time-fields.tsx'
import type { BookingDetail } from './use-booking-detail.ts'
import { type MoveForm, useMoveForm } from './use-move-form.ts'

type MoveBookingProps = {
  booking: BookingDetail
  /** @param note the reason for which staff have to call; undefined when a message reaches the patient */
  onMoved: (note: string | undefined) => void
  onBack: () => void
}

/**
 * Moves an appointment to a free time or any other one. The move can be undone before the patient is
 * notified. When the URL chooses another doctor or room (`?who=`), the title asks whether to move the
 * appointment there.
 */
export function MoveBooking({ booking, onMoved, onBack }: MoveBookingProps) {
  const { nameOf } = useResourceChoice()
  const moveForm = useMoveForm(booking, onMoved)
  const { form, isOtherResourceChosen, setResource } = moveForm
  const { resource: resourceId, message } = form.watch()
  const newName = isOtherResourceChosen && resourceId !== '' ? nameOf(resourceId) : undefined
  const offering = useOfferingResources(booking.service_id, booking.resource_id)
  return (
    <FormDialog
      title={newName === undefined ? `${booking.name}: verschieben` : `Zu ${newName} verschieben?`}
      form={form}
      button="Termin verschieben"
      busyText="Verschieben …"
      cancel="Zurück"
      // A chosen time is quickly chosen again.
      isUnsaved={message !== ''}
      onClose={onBack}
    >
      <PresentTime booking={booking} resourceId={resourceId} showsName={newName !== undefined} />
      <OfferingResourceField
        offering={offering}
        value={resourceId || booking.resource_id}
        error={form.errorAt('resource')}
        onChoose={setResource}
      />
      <NewTimeFields booking={booking} moveForm={moveForm} />
      {booking.series && booking.series.position < booking.series.count && (
        <FormCheckbox
          form={form}
          name="withLater"
          label="Auch alle späteren Termine dieser Serie, um ebenso viel"
        />
      )}
      <NotificationFields moveForm={moveForm} />
    </FormDialog>
  )
}

/** Asks whether to notify the patient of the new time, and for a text to add. */
function NotificationFields({ moveForm: { form, isTimeChosen } }: { moveForm: MoveForm }) {
  const { message, notify } = form.watch()
  return (
    <>
      <FormCheckbox form={form} name="notify" label="Patientin oder Patienten benachrichtigen" />
      {notify && (
        <MessageField
          label="Nachricht"
          focused={isTimeChosen}
          help="Steht in der E-Mail über die neue Zeit."
          value={message}
          onChange={(text) => form.setValue('message', text, { shouldDirty: true })}
        />
      )}
    </>
  )
}

type PresentTimeProps = {
  booking: BookingDetail
  /** The id of the doctor or room to move to; '' for the present one. */
  resourceId: string
  /** True when the title of the dialog does not name the patient. */
  showsName: boolean
}

/** The time before the move, the old and the new doctor or room, and the time that the patient asks for. */
function PresentTime({ booking, resourceId, showsName }: PresentTimeProps) {
  const { nameOf } = useResourceChoice()
  return (
    <div className={styles.when}>
      <DateTile start={booking.start}>
        {showsName && `${booking.name}, `}
        {booking.service_name}, {booking.duration_min} Min
        {resourceId !== '' && (
          <span className={styles.more}>
            Bisher bei {booking.resource?.name ?? nameOf(booking.resource_id)}, neu bei {nameOf(resourceId)}
          </span>
        )}
        {booking.move && <span className={styles.more}>{askedTimeNote(booking.move.start)}</span>}
      </DateTile>
    </div>
  )
}
