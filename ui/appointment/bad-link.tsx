import { Banner } from '../components/banner.tsx'

/** Stands in place of an appointment when the address lacks a part (specification section 5). */
export function BadLink({ lacks = 'keine ID' }: { lacks?: string }) {
  return (
    <Banner tone="danger" role="alert" title={`Ungültiger Link (${lacks}).`}>
      <p>{OPEN_AGAIN}</p>
    </Banner>
  )
}

export const OPEN_AGAIN = 'Bitte öffnen Sie den Link aus der E-Mail noch einmal.'
