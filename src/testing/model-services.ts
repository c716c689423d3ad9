/**
 * The services of the demo practice that model tests use. `length`, the paddings `before` and `after`, and
 * the `step` from one start to the next are in minutes.
 */
export const MODEL_SERVICES = [
  { id: 'erstordination', before: 0, length: 45, after: 5, step: 15 },
  { id: 'folgebehandlung', before: 0, length: 30, after: 0, step: 15 },
  { id: 'akupunktur', before: 5, length: 40, after: 5, step: 20 },
  { id: 'facial', before: 10, length: 90, after: 10, step: 30 },
] as const
