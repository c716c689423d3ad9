import type { Ctx } from '../../ctx.ts'
import type { Instant } from '../../shared/day.ts'
import type { Finding } from './finding.ts'

/**
 * One check of the installation: the facts that it reads, and how it reports them in different places. All
 * parts but `read` are optional. The functions are declared as methods, so that checks with different facts
 * fit into one list.
 */
export type Check<Facts = unknown> = Readonly<{
  /** Must be cheap and must not write, because every open admin page asks once a minute. */
  read(ctx: Ctx): Facts
  /**
   * In German, for the practice: the banner above every admin page, the start page, and the e-mail about a
   * danger.
   */
  alerts?(facts: Facts, now: Instant): readonly Alert[]
  /** The counts beside the navigation of the admin area. */
  counts?(facts: Facts): Partial<Counts>
  /** English lines of `ordi doctor`, for the operator of the server. */
  doctor?: Readonly<{ group: DoctorGroup; findings(facts: Facts, now: Instant): readonly Finding[] }>
  /**
   * The metrics for Prometheus, by name. Names that end in `_total` are counters. docs/ops/monitoring.md
   * explains them.
   */
  metrics?: Metrics<Facts>
}>

/**
 * The groups of lines of `ordi doctor`, in their order. An error of one check replaces the lines of its
 * group. Only the checks of `data folder` need no database.
 */
export const DOCTOR_GROUPS = ['data folder', 'backup', 'operation'] as const
export type DoctorGroup = (typeof DOCTOR_GROUPS)[number]

/** The levels of alerts, the worst first. */
export const LEVELS = ['maintenance', 'danger', 'warning', 'info'] as const
export type Level = (typeof LEVELS)[number]

/** A fault of the portal or a notice about it. Rules: docs/behaviour.md 12.24 and 12.26. */
export type Alert = Readonly<{
  /** Stays the same as long as the alert lasts. Several alerts can share a kind. */
  kind: string
  level: Level
  /** The sentence in the banner above every admin page; without one the banner leaves the alert out. */
  banner?: string
  /** The entry on the start page; without one the start page leaves the alert out. */
  card?: Card
}>

/**
 * An entry on the start page. `href` leads to the page where something can be done, and is '' without one.
 */
type Card = Readonly<{ title: string; detail: string; href: string }>

/**
 * The counts beside the navigation: open requests, and open failures of all channels in use, including
 * messages that may have been sent.
 */
export type Counts = Readonly<{ requests: number; failed: number }>

/** The metrics of a check by their names. */
export type Metrics<Facts> = Readonly<Record<string, Metric<Facts>>>

/**
 * A metric with its value, which is undefined if there is none at present. With labels it has a value for
 * each combination of labels.
 */
type Metric<Facts> = Readonly<{ help: string }> &
  (
    | Readonly<{ labels?: never; value(facts: Facts): number | undefined }>
    | Readonly<{ labels: readonly string[]; values(facts: Facts): readonly MetricSample[] }>
  )

/** A value of a metric with labels. */
export type MetricSample = readonly [labels: Readonly<Record<string, string>>, value: number | undefined]

/** Returns the check unchanged. It lets TypeScript infer the facts from `read`. */
export function defineCheck<Facts>(check: Check<Facts>): Check<Facts> {
  return check
}

/** Makes an alert with an entry on the start page. */
export function alertWithCard({
  kind,
  level,
  banner,
  title,
  detail,
  href = '',
}: {
  kind: string
  level: Level
  banner?: string
  title: string
  detail: string
  href?: string
}): Alert {
  return { kind, level, ...(banner !== undefined && { banner }), card: { title, detail, href } }
}

/** Converts an instant to seconds since 1970, the unit of Prometheus. */
export function unixSeconds(at: Instant | null | undefined): number | undefined {
  return at == null ? undefined : at / 1000
}
