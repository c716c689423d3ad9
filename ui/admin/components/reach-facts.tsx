import { countryName } from '../../../src/shared/contact/countries.ts'
import { Fact } from '../../components/fact-list.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { telLink } from '../../components/tel-link.ts'

/** Telephone and e-mail of a patient, each a link that calls or writes. */
export function ReachFacts({ phone, email }: { phone: string; email: string }) {
  return (
    <>
      <Fact label="Telefon">
        <a className="nowrap" href={telLink(phone)}>
          {phone}
        </a>
      </Fact>
      <Fact label="E-Mail">
        {email ? (
          <a href={`mailto:${email}`}>
            <EmailText>{email}</EmailText>
          </a>
        ) : (
          'keine'
        )}
      </Fact>
    </>
  )
}

type AddressFactProps = { address: string; zip: string; city: string; country: string }

/** The address of a patient; nothing where neither street nor town is known. */
export function AddressFact({ address, zip, city, country }: AddressFactProps) {
  if (!address && !city) return null
  return <Fact label="Adresse">{`${address}\n${zip} ${city}\n${countryName(country)}`.trim()}</Fact>
}
