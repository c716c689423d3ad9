import { describe, expect, it } from 'vitest'
import { hoursShown, mainHours } from './shown-hours.ts'

const span = (from: number, to: number) => ({ from, to })

describe('the hours shown', () => {
  it('are the working hours with half an hour before and after', () => {
    expect(hoursShown([span(480, 720), span(840, 1050)])).toEqual(span(450, 1080))
  })

  it('reach as far as items outside the working hours', () => {
    expect(hoursShown([span(480, 720), span(1180, 1215)])).toEqual(span(450, 1260))
    expect(hoursShown([span(10, 1430)])).toEqual(span(0, 1440))
  })

  it('are not extended by items that begin or end at midnight', () => {
    expect(hoursShown([span(480, 720), span(0, 1440)])).toEqual(span(450, 750))
    expect(hoursShown([span(480, 720), span(840, 1440)])).toEqual(span(450, 870))
  })

  it('are those of a usual day where there is nothing', () => {
    expect(hoursShown([])).toEqual(span(480, 1080))
    expect(hoursShown([span(0, 1440)])).toEqual(span(480, 1080))
  })
})

describe('the main hours', () => {
  const working = [span(480, 720), span(840, 1080)]
  const main = (...items: ReturnType<typeof span>[]) =>
    mainHours(hoursShown([...working, ...items]), working, items)

  it('reach as far as what stands close to the working hours', () => {
    expect(main()).toEqual(span(450, 1110))
    expect(main(span(440, 460), span(1110, 1140), span(1150, 1200))).toEqual(span(390, 1230))
  })

  it('leave out appointments in the night, and what lasts over midnight', () => {
    expect(main(span(180, 210))).toEqual(span(450, 1110))
    expect(main(span(0, 1440), span(1320, 1350))).toEqual(span(450, 1110))
  })

  it('are all hours in a week without working hours', () => {
    expect(mainHours(span(150, 600), [], [span(180, 210)])).toEqual(span(150, 600))
  })
})
