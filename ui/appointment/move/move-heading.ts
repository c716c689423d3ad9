/** The heading of the page on which an appointment moves, and the label of the button that moves it. */
export const MOVE_HEADING = 'Termin verschieben'
