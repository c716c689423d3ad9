import { hasMailServer } from '../../practice/mail-server.ts'
import { alertWithCard, defineCheck } from './check.ts'

/** Checks whether a mail server is set. `ordi doctor` also connects to it (cli/doctor/mail.ts). */
export const mailServerCheck = defineCheck({
  read: hasMailServer,
  alerts: (isSet) => {
    if (isSet) return []
    return [
      alertWithCard({
        kind: 'smtp',
        level: 'warning',
        banner: 'Es ist kein E-Mail-Server eingerichtet.',
        title: 'Kein E-Mail-Server',
        detail: 'E-Mails warten, bis einer eingetragen ist.',
        href: '/admin/settings/smtp',
      }),
    ]
  },
})
