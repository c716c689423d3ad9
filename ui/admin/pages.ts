import {
  Activity,
  BellRing,
  Building2,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  ChartColumn,
  CircleHelp,
  Clock,
  Euro,
  Inbox,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  Mail,
  MessageSquare,
  PenLine,
  Plug,
  Rss,
  ScrollText,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Stethoscope,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyComponent } from '../components/lazy-component.ts'
import { HELP_PATH } from './components/help-topics.ts'
import type { AdminPath } from './components/page-access.ts'

// Each page is loaded when it is first opened. page-access.ts says who can open it.
const DashboardPage = lazyComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage')
const BookingsPage = lazyComponent(() => import('./bookings/bookings-page.tsx'), 'BookingsPage')
const WaitingListPage = lazyComponent(() => import('./waiting-list/waiting-list-page.tsx'), 'WaitingListPage')
const AbsencesPage = lazyComponent(() => import('./absences/absences-page.tsx'), 'AbsencesPage')
const StatisticsPage = lazyComponent(() => import('./statistics/statistics-page.tsx'), 'StatisticsPage')
const OutboxPage = lazyComponent(() => import('./outbox/outbox-page.tsx'), 'OutboxPage')
const PracticePage = lazyComponent(() => import('./settings/practice-page.tsx'), 'PracticePage')
const GeneralPage = lazyComponent(() => import('./settings/general-page.tsx'), 'GeneralPage')
const ServicesPage = lazyComponent(() => import('./services/services-page.tsx'), 'ServicesPage')
const ResourcesPage = lazyComponent(() => import('./resources/resources-page.tsx'), 'ResourcesPage')
const WorkingHoursPage = lazyComponent(() => import('./settings/working-hours-page.tsx'), 'WorkingHoursPage')
const TextsPage = lazyComponent(() => import('./texts/texts-page.tsx'), 'TextsPage')
const SmtpPage = lazyComponent(() => import('./settings/smtp-page.tsx'), 'SmtpPage')
const SmsPage = lazyComponent(() => import('./settings/sms-page.tsx'), 'SmsPage')
const OdooPage = lazyComponent(() => import('./settings/odoo-page.tsx'), 'OdooPage')
const UrlsPage = lazyComponent(() => import('./settings/urls-page.tsx'), 'UrlsPage')
const PrivacyPage = lazyComponent(() => import('./privacy/privacy-page.tsx'), 'PrivacyPage')
const InstallationPage = lazyComponent(
  () => import('./installation/installation-page.tsx'),
  'InstallationPage',
)
const DeliveriesPage = lazyComponent(() => import('./installation/deliveries-page.tsx'), 'DeliveriesPage')
const AccountPage = lazyComponent(() => import('./account/account-page.tsx'), 'AccountPage')
const StaffPage = lazyComponent(() => import('./staff/staff-page.tsx'), 'StaffPage')
const FeedsPage = lazyComponent(() => import('./feeds/feeds-page.tsx'), 'FeedsPage')
const CalendarsPage = lazyComponent(() => import('./feeds/calendars-page.tsx'), 'CalendarsPage')
const HelpPage = lazyComponent(() => import('./help/help-page.tsx'), 'HelpPage')
const AuditPage = lazyComponent(() => import('./audit/audit-page.tsx'), 'AuditPage')

/** A page of the admin area with its path, and how it appears in the navigation. */
export type AdminPage = {
  path: AdminPath
  /** Shown in the navigation, and as the heading unless the page has its own. */
  title: string
  icon: LucideIcon
  component: ComponentType
}

/** The first group of the navigation, in its order: the work with appointments and patients. */
export const WORK_PAGES: readonly AdminPage[] = [
  { path: '/admin', title: 'Übersicht', icon: LayoutDashboard, component: DashboardPage },
  { path: '/admin/bookings', title: 'Termine', icon: CalendarDays, component: BookingsPage },
  { path: '/admin/waiting-list', title: 'Warteliste', icon: BellRing, component: WaitingListPage },
  { path: '/admin/absences', title: 'Abwesenheiten', icon: CalendarOff, component: AbsencesPage },
  { path: '/admin/outbox', title: 'Outbox Monitor', icon: Inbox, component: OutboxPage },
  { path: '/admin/statistics', title: 'Auswertung', icon: ChartColumn, component: StatisticsPage },
]

/** The second group of the navigation, in its order: the settings. */
export const SETTINGS_PAGES: readonly AdminPage[] = [
  { path: '/admin/settings/practice', title: 'Praxisdaten', icon: Building2, component: PracticePage },
  { path: '/admin/settings/general', title: 'Allgemein', icon: SlidersHorizontal, component: GeneralPage },
  { path: '/admin/services', title: 'Services & Preise', icon: Euro, component: ServicesPage },
  { path: '/admin/settings/working-hours', title: 'Arbeitszeiten', icon: Clock, component: WorkingHoursPage },
  { path: '/admin/settings/texts', title: 'Texte', icon: PenLine, component: TextsPage },
  { path: '/admin/settings/smtp', title: 'E-Mail-Server', icon: Mail, component: SmtpPage },
  { path: '/admin/settings/sms', title: 'SMS Provider', icon: MessageSquare, component: SmsPage },
  { path: '/admin/settings/odoo', title: 'Odoo', icon: Plug, component: OdooPage },
  { path: '/admin/settings/urls', title: 'URLs & Admin E-Mail', icon: Link2, component: UrlsPage },
  { path: '/admin/installation', title: 'Zustand der Anlage', icon: Activity, component: InstallationPage },
  { path: '/admin/deliveries', title: 'Versand', icon: Send, component: DeliveriesPage },
  { path: '/admin/settings/privacy', title: 'Datenschutz', icon: ShieldCheck, component: PrivacyPage },
]

/** The third group of the navigation, in its order: accounts, calendars, the audit and the help. */
export const ACCOUNT_PAGES: readonly AdminPage[] = [
  { path: '/admin/account', title: 'Mein Zugang', icon: UserRound, component: AccountPage },
  { path: '/admin/people', title: 'Personen', icon: UsersRound, component: StaffPage },
  { path: '/admin/feeds', title: 'Kalender-Abo', icon: Rss, component: FeedsPage },
  { path: '/admin/calendars', title: 'Andere Kalender', icon: CalendarClock, component: CalendarsPage },
  { path: '/admin/audit', title: 'Protokoll', icon: ScrollText, component: AuditPage },
  { path: HELP_PATH, title: 'Hilfe', icon: CircleHelp, component: HelpPage },
]

/**
 * The page of doctors and rooms. It is not in the navigation, because a practice with one doctor never needs
 * it. The services page links to it.
 */
export const RESOURCES_PAGE: AdminPage = {
  path: '/admin/resources',
  title: 'Ärzte & Räume',
  icon: Stethoscope,
  component: ResourcesPage,
}
