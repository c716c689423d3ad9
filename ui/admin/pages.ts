import {
  BellRing,
  Building2,
  CalendarDays,
  CalendarOff,
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
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'

export type AdminPage = {
  path: string
  /** In the navigation, and the heading unless the page has a better one. */
  title: string
  icon: LucideIcon
  component: ComponentType
}

const page = (
  path: string,
  title: string,
  icon: LucideIcon,
  load: () => Promise<ComponentType>,
): AdminPage => ({
  path,
  title,
  icon,
  component: lazy(async () => ({ default: await load() })),
})

/** The pages of the admin area, in the order of the navigation. */
export const WORK_PAGES: readonly AdminPage[] = [
  page(
    '/admin',
    'Übersicht',
    LayoutDashboard,
    async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  page(
    '/admin/bookings',
    'Termine',
    CalendarDays,
    async () => (await import('./bookings/bookings-page.tsx')).BookingsPage,
  ),
  page(
    '/admin/waiting-list',
    'Warteliste',
    BellRing,
    async () => (await import('./waiting-list/waiting-list-page.tsx')).WaitingListPage,
  ),
  page(
    '/admin/absences',
    'Abwesenheiten',
    CalendarOff,
    async () => (await import('./absences/absences-page.tsx')).AbsencesPage,
  ),
  page(
    '/admin/outbox',
    'Outbox Monitor',
    Inbox,
    async () => (await import('./outbox/outbox-page.tsx')).OutboxPage,
  ),
]

export const SETTINGS_PAGES: readonly AdminPage[] = [
  page(
    '/admin/settings/practice',
    'Praxisdaten',
    Building2,
    async () => (await import('./settings/practice-page.tsx')).PracticePage,
  ),
  page(
    '/admin/settings/general',
    'Allgemein',
    SlidersHorizontal,
    async () => (await import('./settings/settings-pages.tsx')).GeneralPage,
  ),
  page(
    '/admin/services',
    'Services & Preise',
    Euro,
    async () => (await import('./services/services-page.tsx')).ServicesPage,
  ),
  page(
    '/admin/settings/working-hours',
    'Arbeitszeiten',
    Clock,
    async () => (await import('./settings/working-hours-page.tsx')).WorkingHoursPage,
  ),
  page(
    '/admin/settings/texts',
    'Texte',
    PenLine,
    async () => (await import('./texts/texts-page.tsx')).TextsPage,
  ),
  page(
    '/admin/settings/smtp',
    'E-Mail-Server',
    Mail,
    async () => (await import('./settings/settings-pages.tsx')).SmtpPage,
  ),
  page(
    '/admin/settings/sms',
    'SMS Provider',
    MessageSquare,
    async () => (await import('./settings/sms-page.tsx')).SmsPage,
  ),
  page(
    '/admin/settings/odoo',
    'Odoo',
    Plug,
    async () => (await import('./settings/settings-pages.tsx')).OdooPage,
  ),
  page(
    '/admin/settings/urls',
    'URLs & Admin E-Mail',
    Link2,
    async () => (await import('./settings/settings-pages.tsx')).UrlsPage,
  ),
  page(
    '/admin/settings/privacy',
    'Datenschutz',
    ShieldCheck,
    async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage,
  ),
]

export const ACCOUNT_PAGES: readonly AdminPage[] = [
  page(
    '/admin/account',
    'Mein Zugang',
    UserRound,
    async () => (await import('./account/account-page.tsx')).AccountPage,
  ),
  page(
    '/admin/people',
    'Personen',
    UsersRound,
    async () => (await import('./people/people-page.tsx')).PeoplePage,
  ),
  page('/admin/feeds', 'Kalender-Abo', Rss, async () => (await import('./feeds/feeds-page.tsx')).FeedsPage),
  page(
    '/admin/audit',
    'Protokoll',
    ScrollText,
    async () => (await import('./audit/audit-page.tsx')).AuditPage,
  ),
]
