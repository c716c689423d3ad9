import { linkFault } from '../../practice/addresses.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { ADDRESSES_PAGE } from './words.ts'

/** The texts of the alert for each fault of the portal's URL. */
const TEXTS = {
  local: {
    banner: 'Links in E-Mails führen zu localhost statt zum Portal.',
    title: 'Adresse des Portals fehlt',
    detail:
      'Niemand kann Links in E-Mails öffnen. Tragen Sie die Adresse des Portals ein, oder Ihre IT setzt BASE_URL.',
  },
  unencrypted: {
    banner: 'Links in E-Mails sind nicht verschlüsselt (http).',
    title: 'Portal ohne https',
    detail:
      'Gesundheitsdaten brauchen https. Tragen Sie die Adresse mit https ein, oder Ihre IT setzt BASE_URL.',
  },
} as const satisfies Record<NonNullable<ReturnType<typeof linkFault>>, object>

/**
 * Checks whether patients can open the links in e-mails. `ordi doctor` opens the URL itself
 * (cli/doctor/address.ts).
 */
export const linksCheck = defineCheck({
  read: linkFault,
  alerts: (fault) => {
    if (fault === undefined) return []
    return [alertWithCard({ kind: 'links', level: 'warning', ...TEXTS[fault], href: ADDRESSES_PAGE })]
  },
})
