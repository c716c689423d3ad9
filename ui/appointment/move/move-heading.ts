export const MOVE_HEADING = 'Termin verschieben'
