import { webLink } from '../../src/shared/web-link.ts'
import { usePractice } from '../api/status.ts'
import { Fact, FactList } from '../components/fact-list.tsx'
import { EmailText } from '../components/line-breaks.tsx'
import { telLink } from '../components/tel-link.ts'
import { PageFrame } from '../page/page-frame.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { placeText } from '../page/place-text.ts'

/** Renders /impressum: the data of the practice, and the URL of its own page. */
export function ImprintPage() {
  const practice = usePractice()
  const { name, phone, mail, url, impressum } = practice
  const place = placeText(practice)
  const website = webLink(url)
  const fullImprint = webLink(impressum)
  return (
    <PageFrame narrow>
      <TitledHeading>Impressum</TitledHeading>
      <div className="card">
        <div className="padded">
          <p className="semibold">{name}</p>
          <p className="muted small">
            Diese Ordination betreibt das Portal und ist für seinen Inhalt verantwortlich.
          </p>
        </div>
        <FactList>
          {place && <Fact label="Anschrift">{place}</Fact>}
          {phone && (
            <Fact label="Telefon">
              <a className="num" href={telLink(phone)}>
                {phone}
              </a>
            </Fact>
          )}
          {mail && (
            <Fact label="E-Mail">
              <a href={`mailto:${mail}`}>
                <EmailText>{mail}</EmailText>
              </a>
            </Fact>
          )}
          {website && (
            <Fact label="Website">
              <a href={website}>{website}</a>
            </Fact>
          )}
          {fullImprint && (
            <Fact label="Ausführlich">
              <a href={fullImprint}>{fullImprint}</a>
            </Fact>
          )}
        </FactList>
      </div>
    </PageFrame>
  )
}
