/**
 * Services of the demo practice (`DEMO_SERVICES` in demo-data.ts), as the model tests work with them. The
 * minutes are stated here again, so that a model does not read them from what it tests: where they differ,
 * the model and the portal disagree about free times, and the model test fails.
 */
export const MODEL_SERVICES = [
  { id: 'erstordination', paddingBeforeMin: 0, durationMin: 45, paddingAfterMin: 5, stepMin: 15 },
  { id: 'folgebehandlung', paddingBeforeMin: 0, durationMin: 30, paddingAfterMin: 0, stepMin: 15 },
  { id: 'akupunktur', paddingBeforeMin: 5, durationMin: 40, paddingAfterMin: 5, stepMin: 20 },
  { id: 'facial', paddingBeforeMin: 10, durationMin: 90, paddingAfterMin: 10, stepMin: 30 },
] as const
