import { useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { FormDay } from '../forms/form-day.tsx'
import { FormTime } from '../forms/form-time.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import {
  ANYBODY_LABEL,
  OfferingResourceField,
  useOfferingResources,
} from '../services/offering-resources.tsx'
import { dayAndTimeOf, startsAt } from './day-and-time.ts'
import { NextFreeTimes } from './free-times.tsx'
import { SeriesFields } from './series-fields.tsx'
import type { useNewBooking } from './use-new-booking.ts'
import { WhyNotFree } from './why-not-free.tsx'

type NewBookingTimeProps = {
  newBooking: ReturnType<typeof useNewBooking>
  /** The first day for which free times are initially shown. */
  firstDay: Day
}

/** The fields for doctor or room, day, time and series, with the reason if the time is not free. */
export function NewBookingTime({ newBooking, firstDay }: NewBookingTimeProps) {
  const { form, series, setSeries, keptStart, setKeptStart } = newBooking
  const today = viennaToday()
  const [freeTimesFrom, showFreeTimesFrom] = useState(firstDay)
  const { service: serviceId, resource: resourceId, day, time } = form.watch()
  const start = `${day}T${time}`
  return (
    <>
      {serviceId !== '' && <WishAndFreeTimes newBooking={newBooking} from={freeTimesFrom} />}
      <div className="columns">
        <FormDay
          form={form}
          name="day"
          label="Datum"
          min={today}
          deps={['time']}
          onDay={(typedDay) => showFreeTimesFrom(typedDay < today ? today : typedDay)}
        />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <WhyNotFree
        serviceId={serviceId}
        resourceId={resourceId}
        day={day}
        time={time}
        isKept={keptStart === start}
        onKeep={(isKept) => setKeptStart(isKept ? start : '')}
      />
      <Checkbox
        checked={series !== undefined}
        onChange={({ target }) => setSeries(target.checked ? { starts: [] } : undefined)}
        help="Mehrere Termine in gleichem Abstand, ab dieser Zeit."
      >
        Serie
      </Checkbox>
      {series !== undefined && (
        <SeriesFields
          serviceId={serviceId}
          resourceId={resourceId}
          day={day}
          time={time}
          onChoose={setSeries}
        />
      )}
    </>
  )
}

type WishAndFreeTimesProps = Pick<NewBookingTimeProps, 'newBooking'> & {
  /** The first day for which free times are shown. */
  from: Day
}

/** The field for the wished doctor or room, and the next free times of the chosen service. */
function WishAndFreeTimes({ newBooking: { form, fillIn }, from }: WishAndFreeTimesProps) {
  const { service: serviceId, resource: resourceId, day, time } = form.watch()
  const offering = useOfferingResources(serviceId)
  return (
    <>
      <OfferingResourceField
        offering={offering}
        value={resourceId}
        anyLabel={ANYBODY_LABEL}
        error={form.errorAt('resource')}
        onChoose={(id) => fillIn({ resource: id })}
      />
      <NextFreeTimes
        cacheKey={`${serviceId} ${resourceId}`}
        readDays={(query, options) =>
          adminRequest(
            admin.slots.next.$get(
              { query: { service: serviceId, ...resourceParam(resourceId), ...query } },
              options,
            ),
          )
        }
        from={from}
        isChosen={(start) => startsAt(start, { day, time })}
        onChoose={(start) => fillIn(dayAndTimeOf(start))}
        failureAdvice="Sie können trotzdem eine Uhrzeit eintippen."
      />
    </>
  )
}
