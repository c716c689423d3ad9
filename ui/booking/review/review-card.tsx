import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { patientName } from '../../../src/shared/contact/booker.ts'
import type { Contact, NoOthers } from '../../../src/shared/contact/contact.ts'
import { countryName } from '../../../src/shared/contact/countries.ts'
import { showPhone } from '../../../src/shared/contact/phone.ts'
import { maskSvnr, socialSecurityNumber } from '../../../src/shared/contact/svnr.ts'
import { plainDay } from '../../../src/shared/format.ts'
import { durationText, priceText } from '../../../src/shared/service/service.ts'
import type { Slot } from '../../api/free-times.ts'
import type { Service } from '../../api/public.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/card.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { useTakesSms } from '../../patient/sms-reminder.tsx'
import type { Dispatch } from '../wizard/wizard.ts'

type AppointmentCardProps = {
  slot: Slot
  service: Service | undefined
  /** The name of the doctor or room, where the practice has several. */
  resource: string | undefined
  dispatch: Dispatch
}

/** Shows the chosen slot and service, with buttons to change them. */
export function AppointmentCard({ slot, service, resource, dispatch }: AppointmentCardProps) {
  const changeSlot = () => dispatch({ type: 'step requested', step: 3 })
  const changeService = () => dispatch({ type: 'step requested', step: 2 })
  return (
    <div className="card">
      <DateTile start={slot.start}>
        <Change what="Termin" onPress={changeSlot} />
      </DateTile>
      <FactList>
        <Fact label="Leistung" action={<Change what="Leistung" onPress={changeService} />}>
          {service?.name}
        </Fact>
        {resource && <Fact label="Bei">{resource}</Fact>}
        {service && (
          <Fact label={durationText(service) ? 'Dauer, Preis' : 'Preis'}>
            <span className="num">
              {[durationText(service), priceText(service.price)].filter(Boolean).join(', ')}
            </span>
          </Fact>
        )}
      </FactList>
    </div>
  )
}

/** Shows the entered contact, with a button to change it. */
export function ContactCard({ contact, dispatch }: { contact: Contact; dispatch: Dispatch }) {
  const changeContact = () => dispatch({ type: 'contact reopened' })
  const { salutation: _salutation, firstName: _first, lastName: _last, ...facts } = contact
  const { birthDate, svn4, booker, ...reach } = facts
  const { email, mobile, reminderBySms, address, zip, city, country, ...others } = reach
  others satisfies NoOthers
  const isMinorAlone = !booker && isMinor(birthDate, viennaToday())
  const remindsBySms = useTakesSms(mobile, country) && reminderBySms && !isMinorAlone
  const number = socialSecurityNumber({ svn4, birthDate })
  return (
    <div className="card">
      <FactList>
        <Fact label="Für" action={<Change what="Ihre Daten" onPress={changeContact} />}>
          {patientName(isMinorAlone ? { ...contact, salutation: '' } : contact)}
          <br />
          <span className="muted num">geboren am {plainDay(birthDate)}</span>
        </Fact>
        {booker && (
          <Fact label="Gebucht von">
            {booker.firstName} {booker.lastName}
          </Fact>
        )}
        <Fact label="Kontakt">
          <EmailText>{email}</EmailText>
          <br />
          <span className="num nowrap">{showPhone(mobile, country)}</span>
        </Fact>
        {remindsBySms && (
          <Fact label="Erinnerung">
            per SMS an <span className="num nowrap">{showPhone(mobile, country)}</span>
          </Fact>
        )}
        <Fact label="Adresse">
          {address}
          <br />
          {zip} {city}
          {country !== 'AT' && (
            <>
              <br />
              {countryName(country)}
            </>
          )}
        </Fact>
        {country === 'AT' && (
          <Fact label="SVNR">
            <span className="num">{number === null ? 'keine österreichische' : maskSvnr(number)}</span>
          </Fact>
        )}
      </FactList>
    </div>
  )
}

function Change({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <Button kind="link" aria-label={`${what} ändern`} onClick={onPress}>
      Ändern
    </Button>
  )
}
