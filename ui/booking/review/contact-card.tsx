import { isMinor } from '../../../src/shared/contact/birth-date.ts'
import { patientName } from '../../../src/shared/contact/booker.ts'
import type { Contact, NoOthers } from '../../../src/shared/contact/contact.ts'
import { countryName } from '../../../src/shared/contact/countries.ts'
import { showPhone } from '../../../src/shared/contact/phone-shown.ts'
import { maskSvnr, svnrOf } from '../../../src/shared/contact/svnr.ts'
import { plainDay } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { useTakesSms } from '../../patient/use-takes-sms.ts'
import type { Dispatch } from '../wizard/wizard.ts'
import { ChangeButton } from './change-button.tsx'

/** Shows the entered contact, with a button that changes it. */
export function ContactCard({ contact, dispatch }: { contact: Contact; dispatch: Dispatch }) {
  const changeContact = () => dispatch({ type: 'contact reopened' })
  // Every field is named here, so that a new field of the contact that is not shown causes a type error.
  const { salutation: _salutation, firstName: _first, lastName: _last, ...facts } = contact
  const { birthDate, svn4, booker, ...reach } = facts
  const { email, mobile, reminderBySms, address, zip, city, country, ...others } = reach
  others satisfies NoOthers
  // A minor who books alone gets no SMS (docs/behaviour.md 10.44), and is not called "Herr" or "Frau" (5.2).
  const isMinorForSelf = !booker && isMinor(birthDate, viennaToday())
  const remindsBySms = useTakesSms(mobile, country) && reminderBySms && !isMinorForSelf
  const svnr = svnrOf({ svn4, birthDate })
  return (
    <div className="card">
      <FactList>
        <Fact label="Für" action={<ChangeButton fact="Ihre Daten" onPress={changeContact} />}>
          {patientName(isMinorForSelf ? { ...contact, salutation: '' } : contact)}
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
            <span className="num">{svnr === null ? 'keine österreichische' : maskSvnr(svnr)}</span>
          </Fact>
        )}
      </FactList>
    </div>
  )
}
