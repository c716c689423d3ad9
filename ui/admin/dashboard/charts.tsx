import { dayOfMonth, longDay, shortWeekday } from '../../../src/shared/format.ts'
import { Bar, BarChart } from './bar-chart.tsx'
import { labelledWeeks, loadShare, loadText } from './chart-figures.ts'
import type { Overview } from './use-dashboard.ts'

/** A chart of the bookings per week. The present week is hatched, because it is incomplete. */
export function WeekChart({ weeks }: Pick<Overview, 'weeks'>) {
  const labelled = labelledWeeks(weeks)
  // Without any bookings the bars are empty; 1 avoids a division by 0.
  const highestCount = Math.max(1, ...weeks.map(({ count }) => count))
  const runningWeek = weeks.find(({ running }) => running)
  const noShowCount = weeks.reduce((sum, week) => sum + week.no_show, 0)
  const notes = [
    'Kalenderwoche',
    runningWeek && `Woche ${runningWeek.label} läuft noch`,
    noShowCount > 0 && `nicht erschienen: ${noShowCount}`,
  ].filter(Boolean)
  return (
    <BarChart title="Buchungen je Woche" note={notes.join('; ')} height={144}>
      {weeks.map((week, index) => (
        <Bar
          key={week.week}
          spokenText={`Woche ${week.label}: ${week.running ? 'bisher ' : ''}${week.count}`}
          value={labelled.has(week) && week.count}
          share={week.count / highestCount}
          look={week.running ? 'running' : undefined}
          // There is only space for every third number.
          tick={(week.running || index % 3 === 0) && week.label}
          isNow={week.running}
        />
      ))}
    </BarChart>
  )
}

/** A chart of how full each coming day is. A closed day has no bar. */
export function LoadChart({ load }: Pick<Overview, 'load'>) {
  return (
    <BarChart title={`Auslastung, ${load.length} Tage`} height={130}>
      {load.map((day, index) => {
        const share = loadShare(day)
        return (
          <Bar
            key={day.date}
            spokenText={`${longDay(day.date)}: ${loadText(day)}`}
            value={share >= 1 && 'voll'}
            share={share}
            rest={day.closed ? 0 : 1 - share}
            look={share >= 1 ? 'full' : undefined}
            tick={
              <>
                {shortWeekday(day.date)}
                <br />
                {dayOfMonth(day.date)}
              </>
            }
            isNow={index === 0}
            isMinor={index % 2 === 1}
          />
        )
      })}
    </BarChart>
  )
}
